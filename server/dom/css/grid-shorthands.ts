/** Divides the shorthands of grids, for `shorthands.ts`. https://drafts.csswg.org/css-grid-2/ */
import { type ValueMatch, write } from './grammar.ts'
import { componentType, splitParts, toValues, type Values, withUnnamed } from './shorthand-parts.ts'

/** A custom name of a grid line. */
export const isName = (line: string): boolean => /^(?!auto$|span )[a-z_-][\w-]*$/i.test(line)

/** `1 / 2`: one that is left out repeats a name, or is `auto`. */
export function lines(components: readonly ValueMatch[], name: string): Values {
  const texts = splitParts(components, '/').map((run) => write({ match: run }))
  const or = (from: string) => (isName(from) ? from : 'auto')
  const [first = 'auto', second = or(first), third = or(first), last = or(second)] = texts
  const values = name === 'grid-area' ? [first, second, third, last] : [first, second]
  return toValues(name, (_, index) => values[index] ?? 'auto')
}

export function gridTemplate(components: readonly ValueMatch[], name: string): Values {
  const [rows = [], columns = []] = splitParts(components, '/')
  const areas = rows.filter((part) => componentType(part) === 'string').map(write)
  const textOf = (run: readonly ValueMatch[]) => (run.length === 0 ? 'none' : write({ match: run }))
  const tracks =
    areas.length === 0
      ? textOf(rows)
      : rows
          .flatMap((part, index) => {
            if (componentType(part) !== 'string') return [write(part)]
            const next = rows[index + 1]
            return next && componentType(next) === 'track-size' ? [] : ['auto']
          })
          .join(' ')
  const values: Record<string, string> = {
    'grid-template-rows': tracks,
    'grid-template-columns': textOf(columns),
    'grid-template-areas': areas.join(' ') || 'none',
  }
  return withUnnamed(name, values)
}

export function grid(components: readonly ValueMatch[], name: string): Values {
  const [only] = components
  if (components.length === 1 && componentType(only ?? {}) === 'grid-template')
    return gridTemplate(only?.match ?? [], name)
  const [rows = [], columns = []] = splitParts(components, '/').map((run) => run.map(write))
  const automatic = (run: readonly string[]) => run.includes('auto-flow')
  const tracks = (run: readonly string[]) =>
    run.filter((track) => !/^(?:auto-flow|dense)$/.test(track)).join(' ')
  const dense = [...rows, ...columns].includes('dense') ? ' dense' : ''
  const inRows = automatic(rows)
  const values: Record<string, string> = inRows
    ? {
        'grid-auto-flow': `row${dense}`,
        'grid-auto-rows': tracks(rows) || 'auto',
        'grid-template-columns': tracks(columns),
      }
    : {
        'grid-auto-flow': `column${dense}`,
        'grid-auto-columns': tracks(columns) || 'auto',
        'grid-template-rows': tracks(rows),
      }
  return withUnnamed(name, values)
}
