/** Splits CSS text outside strings, comments and brackets, for declarations and conditions. */

const PIECES =
  /"(?:[^"\\\n]|\\[\s\S])*(?:"|$)|'(?:[^'\\\n]|\\[\s\S])*(?:'|$)|\/\*[\s\S]*?(?:\*\/|$)|url\(\s*(?!["'\s])(?:[^()\\]|\\[\s\S])*(?:\)|$)|\\[\s\S]|[()[\]{}]|[^"'/\\()[\]{}u]+|[\s\S]/g

/** @returns The trimmed parts between the separators. */
export function splitText(text: string, separator: RegExp | string): string[] {
  const pieces: string[] = []
  let part = ''
  let depth = 0
  for (const piece of text.match(PIECES) ?? []) {
    if (piece.startsWith('/*')) {
      part += depth === 0 ? ' ' : ''
      continue
    }
    if (/^[([{]$/.test(piece)) depth += 1
    else if (/^[)\]}]$/.test(piece)) depth = Math.max(0, depth - 1)
    const isPlain = depth === 0 && !/^["'\\]|^url\(/.test(piece)
    const [first = '', ...more] = isPlain ? piece.split(separator) : [piece]
    part += first
    for (const next of more) {
      pieces.push(part)
      part = next
    }
  }
  pieces.push(part)
  return pieces.map((piece) => piece.trim())
}

/** The text of a string or `url()`. */
export function unquoted(text: string): string {
  const [, inside = text] = /^url\(\s*(.*?)\s*\)$/is.exec(text) ?? []
  return /^["']/.test(inside) ? inside.slice(1, -1).replace(/\\(.)/g, '$1') : inside
}

/** The text of a name or a string with escapes. */
export const unescaped = (text: string): string =>
  text.replace(/\\(?:([\da-f]{1,6})\s?|\n|([\s\S]))/gi, (_, hex?: string, letter = '') =>
    hex === undefined
      ? letter
      : String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(hex, 16)) || 0xfffd),
  )
