/** Functions that `chromium-values.ts` and `compare-random.ts` call in a tab of Chromium. */
import {
  elementsOf,
  endMotion,
  extraOf,
  type Packed,
  PSEUDO,
  type Row,
  readCase,
  valuesOf,
} from './read-styles.ts'

/** All longhands that the browser enumerates. */
export function enumerated(): string[] {
  return [...getComputedStyle(document.documentElement)].filter((name) => !name.startsWith('--'))
}

/** Elements that are not in the flat tree have no styles, and empty strings for values. */
const WITHOUT = new Set(['none', 'normal', ''])

const hasPseudo = (content = '') => !WITHOUT.has(content)

/** Rows of all elements and of the pseudo-elements that have content. */
function readRows(properties: readonly string[]): Row[] {
  endMotion()
  return elementsOf().flatMap((element, at) => {
    const extra = extraOf(element)
    const base = { at, tag: element.localName }
    const own: Row = {
      ...base,
      pseudo: null,
      values: [...valuesOf(element, null, properties), ...extra],
    }
    const shown = PSEUDO.filter((_, index) => hasPseudo(extra[2 + index]))
    return [
      own,
      ...shown.map((pseudo) => ({
        ...base,
        pseudo,
        values: valuesOf(element, pseudo, properties),
      })),
    ]
  })
}

export function packRows(properties: readonly string[]): Packed {
  const numbers = new Map<string, number>()
  const numberOf = (text: string) => {
    const known = numbers.get(text) ?? numbers.size
    numbers.set(text, known)
    return known
  }
  const rows = readRows(properties).map((row) => ({ ...row, values: row.values.map(numberOf) }))
  return { strings: [...numbers.keys()], rows }
}

/** In Chromium: the values of each page. */
export function readCases(
  htmls: readonly string[],
  properties: readonly string[],
): Record<string, string>[] {
  return htmls.map((html) => {
    document.open()
    document.write(html)
    document.close()
    return readCase(properties)
  })
}
