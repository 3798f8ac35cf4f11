// Makes untrusted text safe for a terminal, log or report: writes out controls, such as those that
// move a cursor.

const SPACES = /[\t\n\v\f\r]+/g
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const CONTROLS_BUT_SPACES =
  /(?![\t\n\r])[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

const hex = (character: string): string => character.charCodeAt(0).toString(16).padStart(4, '0')

/** On one line. Other controls become `<U+001B>`. */
export const printable = (text: string): string =>
  text.replace(SPACES, ' ').replace(CONTROLS, named)

/** Keeps line ends and tabs. */
export const printableLines = (text: string): string => text.replace(CONTROLS_BUT_SPACES, named)

export const printableJson = (json: string): string =>
  json.replace(CONTROLS_BUT_SPACES, (character) => `\\u${hex(character)}`)

/** The first three names, and how many more there are. */
export const someOf = (names: readonly string[], total = names.length): string =>
  names.slice(0, 3).join(', ') + (total > 3 ? ` and ${total - 3} more` : '')

const named = (character: string): string => `<U+${hex(character).toUpperCase()}>`
