/**
 * One change of a file of happy-dom. In: what the file says, exact, and what it shall say. Out: the file as it is built in.
 * A file that says something else, which an upgrade may bring, ends the build.
 */

/** One change. */
export interface Patch {
  readonly why: string
  /** What the file says, once. */
  readonly text: string
  readonly by: string
}

/**
 * Makes a change.
 *
 * @param file The path in happy-dom's lib, for the message.
 * @throws When the text is not in the code once.
 */
export function apply(code: string, file: string, { text, by }: Patch): string {
  const [before, after, ...more] = code.split(text)
  if (before === undefined || after === undefined || more.length > 0) throw stale(file, text)
  return `${before}${by}${after}`
}

/** Says which change does not fit. */
export const stale = (file: string, text: string): Error =>
  new Error(
    `happy-dom/lib/${file} does not hold this once; look what became of it and correct server/bundle/patches:\n${text}`,
  )
