// Text of strangers as a terminal, a log or a report may show it. In: any text. Out: the same on one line,
// with every character that moves a cursor, gives a command to a terminal, ends a line or turns the
// direction of writing replaced by what it is called. Text without such characters is not changed.
//
// C0, DEL and C1 (ECMA-48), line and paragraph separators, and the bidirectional controls of UAX #9.

const SPACES = /[\t\n\v\f\r]+/g
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const CONTROLS_BUT_SPACES =
  /(?![\t\n\r])[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

const hex = (character: string): string => character.charCodeAt(0).toString(16).padStart(4, '0')

/** Text on one line: white space that breaks lines becomes a space, other controls `<U+001B>`. */
export const printable = (text: string): string =>
  text.replace(SPACES, ' ').replace(CONTROLS, named)

/** Text of several lines, whose ends and tabs stay. */
export const printableLines = (text: string): string => text.replace(CONTROLS_BUT_SPACES, named)

/** JSON text with the controls that JSON itself lets through as escapes: it means the same. */
export const printableJson = (json: string): string =>
  json.replace(CONTROLS_BUT_SPACES, (character) => `\\u${hex(character)}`)

const named = (character: string): string => `<U+${hex(character).toUpperCase()}>`
