/**
 * Measures text in px with the metrics of Helvetica, which Arial, Liberation Sans and Arimo share.
 * Used for all fonts but monospaced ones.
 */

/** U+0020 to U+007E, in thousandths of the font size. */
const WIDTHS = (
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 ' +
  '584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 ' +
  '278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 ' +
  '500 500 500 334 260 334 584'
)
  .split(' ')
  .map(Number)

const MONOSPACED = 0.6
const OTHER = 0.556
/** Square characters, with line breaks between them. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\u{1f300}-\u{1faff}]/u

export const isWide = (character: string): boolean => WIDE.test(character)

export function textWidth(text: string, size: number, monospaced = false): number {
  let units = 0
  for (const character of text) {
    const code = character.charCodeAt(0)
    if (code > 126 && WIDE.test(character)) units += 1
    else if (monospaced) units += MONOSPACED
    else units += code < 127 ? (WIDTHS[code - 32] ?? 0) / 1000 : OTHER
  }
  return units * size
}

export const ascent = (size: number): number => Math.round(0.905 * size)

export const descent = (size: number): number => Math.round(0.212 * size)

export const lineHeight = (size: number): number =>
  ascent(size) + descent(size) + Math.round(0.033 * size)
