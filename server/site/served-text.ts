// Decides which paths, queries and states a server answers. The handler refuses the others, and the
// listing leaves them out.

/** Bytes of a decoded text. A path has room for the prefix of a readable address. */
export const MOST_BYTES = { path: 2304, query: 2048, state: 2048 }

export type TextFault = 'malformed' | 'controls' | 'tooLong'

/** Decodes the text once. @returns Undefined if it is valid. */
export function textFault(text: string, what: keyof typeof MOST_BYTES): TextFault | undefined {
  const most = MOST_BYTES[what]
  // An escape has three characters a byte.
  if (text.length > 3 * most) return 'tooLong'
  try {
    const plain = decodeURIComponent(text)
    if (Buffer.byteLength(plain) > most) return 'tooLong'
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    return /[\0-\x1f\x7f]/.test(plain) ? 'controls' : undefined
  } catch {
    return 'malformed'
  }
}
