/** Divides the shorthands of grids, for `shorthands.ts`. https://drafts.csswg.org/css-grid-2/ */
import { type ValueMatch, write } from './grammar.ts'
import { partKind, splitParts, toValues, unnamed, type Values } from './shorthand-parts.ts'

/** A custom name of a grid line. */
export const isName = (text: string): boolean => /^(?!auto$|span )[a-z_-][\w-]*$/i.test(text)

/** `1 / 2`: one that is left out repeats a name, or is `auto`. */
export function lines(parts: readonly ValueMatch[], name: string): Values {
  const texts = splitParts(parts, '/').map((run) => write({ match: run }))
  const or = (from: string) => (isName(from) ? from : 'auto')
  const [first = 'auto', second = or(first), third = or(first), last = or(second)] = texts
  const values = name === 'grid-area' ? [first, second, third, last] : [first, second]
  return toValues(name, (_, at) => values[at] ?? 'auto')
}

export function gridTemplate(parts: readonly ValueMatch[], name: string): Values {
  const [rows = [], columns = []] = splitParts(parts, '/')
  const areas = rows.filter((part) => partKind(part) === 'string').map(write)
  const text = (run: readonly ValueMatch[]) => (run.length === 0 ? 'none' : write({ match: run }))
  const tracks =
    areas.length === 0
      ? text(rows)
      : rows
          .flatMap((part, at) => {
            if (partKind(part) !== 'string') return [write(part)]
            const next = rows[at + 1]
            return next && partKind(next) === 'track-size' ? [] : ['auto']
          })
          .join(' ')
  const values: Record<string, string> = {
    'grid-template-rows': tracks,
    'grid-template-columns': text(columns),
    'grid-template-areas': areas.join(' ') || 'none',
  }
  return toValues(name, (longhand) => values[longhand] ?? unnamed(longhand))
}

export function grid(parts: readonly ValueMatch[], name: string): Values {
  const [only] = parts
  if (parts.length === 1 && partKind(only ?? {}) === 'grid-template')
    return gridTemplate(only?.match ?? [], name)
  const [rows = [], columns = []] = splitParts(parts, '/').map((run) => run.map(write))
  const automatic = (run: readonly string[]) => run.includes('auto-flow')
  const rest = (run: readonly string[]) =>
    run.filter((text) => !/^(?:auto-flow|dense)$/.test(text)).join(' ')
  const dense = [...rows, ...columns].includes('dense') ? ' dense' : ''
  const inRows = automatic(rows)
  const values: Record<string, string> = inRows
    ? {
        'grid-auto-flow': `row${dense}`,
        'grid-auto-rows': rest(rows) || 'auto',
        'grid-template-columns': rest(columns),
      }
    : {
        'grid-auto-flow': `column${dense}`,
        'grid-auto-columns': rest(columns) || 'auto',
        'grid-template-rows': rest(rows),
      }
  return toValues(name, (longhand) => values[longhand] ?? unnamed(longhand))
}
