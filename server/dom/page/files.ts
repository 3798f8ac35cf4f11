/**
 * Checks whether files that a page names (images, style sheets) exist. Only a worker with a site's
 * own pages can.
 */

/** @returns Undefined if it cannot be known. */
export type FindFile = (url: string) => Promise<boolean> | undefined

let find: FindFile | undefined

export function findFilesBy(given: FindFile): void {
  find = given
}

export const isThere: FindFile = (url) => find?.(url)
