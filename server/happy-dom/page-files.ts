/**
 * Whether there are files that a page only names: images, style sheets. In: who finds out, where the worker shows a site's own pages.
 * Out: what he has found; nothing where nobody knows.
 */

/** @returns Undefined for a file of which it cannot be known. */
export type FindFile = (url: string) => Promise<boolean> | undefined

let find: FindFile | undefined

/** From here on it is found out, in this way. */
export function findFilesBy(given: FindFile): void {
  find = given
}

/** Whether there is such a file. */
export const isThere: FindFile = (url) => find?.(url)
