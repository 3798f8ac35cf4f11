/**
 * The matcher beside URLPattern: on the syntax that both share, generated patterns and states give the same match and the same
 * params.
 */
import fc from 'fast-check'
import { deepEqual, ok } from 'playwright-test/taps'
import { URLPattern } from 'urlpattern-polyfill'
import { defineRoutes, route } from '../../src/index.ts'
import { numRuns } from '../run/seed.ts'
import { suite } from '../run/suite.ts'

/** Gives the params that URLPattern reads from a path in our form, where `:last+` and `:last*` are lists; or null. */
function reader(source: string): (path: string) => object | null {
  const pattern = new URLPattern({ pathname: source })
  const isList = /:last[+*]$/.test(source)
  return (path) => {
    const groups = pattern.exec({ pathname: path })?.pathname.groups
    if (!groups) return null
    const params: Record<string, unknown> = {}
    for (const [name, text] of Object.entries(groups)) {
      if (isList && name === 'last')
        params[name] = text ? text.split('/').map(decodeURIComponent) : []
      else if (text !== undefined) params[name] = decodeURIComponent(text)
    }
    return params
  }
}

const LITERALS = ['a', 'b', 'ab', 'user-', 'a.b', '%C3%A9', '~', 'A']
const VALUES = [...LITERALS, '-', '.html', '%2F', 'x%20y', '%25', '@a']

const param = fc
  .tuple(fc.constantFrom('', 'user-', 'a'), fc.constantFrom('', '.html', '-b'))
  .map(([before, after]) => `${before}:p${after}`)
const pattern = fc
  .tuple(
    fc.array(fc.oneof(fc.constantFrom(...LITERALS), param), { maxLength: 3 }),
    fc.constantFrom('a', ':last', ':last?', ':last+', ':last*', '*'),
  )
  .map(([first, last]) => [...first.map((text, n) => text.replace(':p', `:p${n}`)), last])
  .filter(([first = '', second]) => second !== undefined || !/[?*]$/.test(first))

const segment = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...VALUES) },
  { weight: 1, arbitrary: fc.constant('') },
)

/** A path that has a good chance to fit: the pattern with params filled in, sometimes with a segment more, less or changed. */
const pathFor = (segments: readonly string[]) =>
  fc
    .tuple(fc.infiniteStream(segment), fc.nat({ max: 5 }), fc.nat({ max: 2 }))
    .map(([fill, change, more]) => {
      const next = () => fill.next().value
      const texts = segments.map((text) =>
        /^\*|[?+*]$/.test(text) ? next() : text.replace(/:\w+/, next),
      )
      if (change === 0) texts.pop()
      if (change === 1) texts[0] = next()
      if (change === 2) for (let n = 0; n <= more; n++) texts.push(next())
      return texts.map((text) => `/${text}`).join('')
    })
    // The polyfill gives the path to a URL parser, which takes a leading "//" for a host.
    .filter((path) => !path.startsWith('//'))

const cases = pattern.chain((segments) =>
  fc.tuple(fc.constant(segments), fc.array(pathFor(segments), { minLength: 20, maxLength: 20 })),
)

suite('oracles')('URLPattern matches the same paths, with the same params', () => {
  let compared = 0
  let matched = 0
  fc.assert(
    fc.property(cases, ([segments, paths]) => {
      const source = segments.map((text) => `/${text}`).join('')
      const ours = defineRoutes({ it: route(source) })
      const theirs = reader(source)
      for (const path of paths) {
        const match = ours.match(path)
        const params = match && { ...match.params }
        deepEqual({ source, path, params }, { source, path, params: theirs(path) })
        compared++
        if (match) matched++
      }
    }),
    { numRuns: numRuns(120, 500) },
  )
  ok(matched > compared / 4 && matched < compared, `${matched} of ${compared} matched`)
})
