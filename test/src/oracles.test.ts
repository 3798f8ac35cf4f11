/**
 * The matcher beside three that others wrote: on the syntax that all share, generated patterns and states give the same match
 * and the same params. Where one of them decides differently, `AGREED` leaves the case out and says why; nothing else differs.
 */
import fc from 'fast-check'
import { match as matchPath } from 'path-to-regexp'
import { deepEqual, ok } from 'playwright-test/taps'
import { addRoute, createRouter, findRoute } from 'rou3'
import { URLPattern } from 'urlpattern-polyfill'
import { defineRoutes, route } from '../../src/index.ts'
import { numRuns } from '../run/seed.ts'
import { suite } from '../run/suite.ts'

const test = suite('oracles')

type Params = Readonly<Record<string, unknown>>

interface Oracle {
  readonly name: string
  /** Builds a matcher of one pattern, which gives the params in our form, or null. */
  compile(segments: readonly string[]): (path: string) => Params | null
  /** Cases that it decides otherwise, each with the reason. */
  readonly AGREED: readonly {
    readonly reason: string
    leaves(segments: readonly string[], path: string): boolean
  }[]
}

const listed = (segments: readonly string[]) =>
  /[+*]$/.test(segments.at(-1) ?? '') && segments.at(-1) !== '*'
const decode = decodeURIComponent
const decodeList = (text: string) => text.split('/').map(decode)

/** Drops what is absent and brings `:x+` and `:x*` into the form of a list. */
function inOurForm(
  segments: readonly string[],
  groups: Readonly<Record<string, string | undefined>>,
): Params {
  const params: Record<string, unknown> = {}
  for (const [name, text] of Object.entries(groups)) {
    if (listed(segments) && name === 'last')
      params[name] = text === undefined || text === '' ? [] : decodeList(text)
    else if (text !== undefined) params[name] = decode(text)
  }
  if (segments.at(-1)?.endsWith('*') && listed(segments)) params.last ??= []
  return params
}

const ORACLES: Oracle[] = [
  {
    name: 'URLPattern',
    compile(segments) {
      const pattern = new URLPattern({ pathname: segments.map((text) => `/${text}`).join('') })
      return (path) => {
        const result = pattern.exec({ pathname: path })
        return result && inOurForm(segments, result.pathname.groups)
      }
    },
    AGREED: [
      {
        reason:
          'the polyfill gives the path to a URL parser, which takes a leading "//" for a host',
        leaves: (_, path) => path.startsWith('//'),
      },
    ],
  },
  {
    name: 'path-to-regexp',
    compile(segments) {
      // The same in its own words: `{/:x}` for an optional segment, `*x` for a list or the rest.
      const own = segments.map((text) =>
        text === '*'
          ? '/{*0}'
          : text.endsWith('?')
            ? `{/${text.slice(0, -1)}}`
            : text.endsWith('+')
              ? `/*${text.slice(1, -1)}`
              : text.endsWith('*')
                ? `{/*${text.slice(1, -1)}}`
                : `/${text}`,
      )
      const match = matchPath<Record<string, string | string[]>>(
        own.join('').replace('*0', '*"0"'),
        {
          trailing: false,
          sensitive: true,
        },
      )
      return (path) => {
        const result = match(path)
        if (!result) return null
        const params: Record<string, unknown> = { ...result.params }
        if (segments.at(-1) === '*') params[0] = Array.isArray(params[0]) ? params[0].join('/') : ''
        if (listed(segments) && segments.at(-1)?.endsWith('*')) params.last ??= []
        return params
      }
    },
    AGREED: [
      {
        reason:
          'its wildcard takes empty segments into a list, so that a trailing slash is one more element',
        leaves: (segments, path) => listed(segments) && /\/(\/|$)/.test(path),
      },
    ],
  },
  {
    name: 'rou3',
    compile(segments) {
      const router = createRouter<{ here: true }>()
      const own = segments.map((text) => `/${text === '*' ? '**:rest' : text}`).join('')
      addRoute(router, 'GET', own, { here: true })
      return (path) => {
        const result = findRoute(router, 'GET', path)
        if (!result) return null
        const { rest, ...params } = result.params ?? {}
        return inOurForm(segments, rest === undefined ? params : { ...params, 0: rest })
      }
    },
    AGREED: [
      {
        reason: 'it takes a path with a slash at its end for the one without',
        leaves: (_, path) => path.endsWith('/'),
      },
      {
        reason: 'its rest of a path does not begin with an empty segment',
        leaves: (segments, path) => segments.at(-1) === '*' && path.includes('//'),
      },
    ],
  },
]

const LITERALS = [
  'a',
  'b',
  'ab',
  'user-',
  '-',
  '.html',
  'a.b',
  '%C3%A9',
  '%2F',
  'x%20y',
  '%25',
  '~',
  '@a',
  'A',
]
const literal = fc.constantFrom('a', 'b', 'ab', 'user-', 'a.b', '%C3%A9', '~', 'A')
const param = fc
  .constantFrom('', 'user-', 'a')
  .chain((before) =>
    fc
      .constantFrom('', '.html', '-b')
      .map((after) => (name: string) => `${before}:${name}${after}`),
  )
const pattern = fc
  .tuple(
    fc.array(fc.oneof(literal, param), { maxLength: 3 }),
    fc.constantFrom('a', ':last', ':last?', ':last+', ':last*', '*'),
  )
  .map(([first, last]) => [
    ...first.map((text, index) => (typeof text === 'string' ? text : text(`p${index}`))),
    last,
  ])
  .filter(([first = '', second]) => second !== undefined || !/[?*]$/.test(first))

const segment = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...LITERALS) },
  { weight: 1, arbitrary: fc.constant('') },
)

/** A path that has a good chance to fit: the pattern with params filled in, sometimes with a segment more, less or changed. */
const pathFor = (segments: readonly string[]) =>
  fc
    .array(segment, { minLength: segments.length + 2, maxLength: segments.length + 2 })
    .chain((fill) =>
      fc
        .tuple(fc.constant(fill), fc.nat({ max: 5 }), fc.nat({ max: 2 }))
        .map(([fill, change, more]) => {
          const texts = segments.map((text, index) =>
            text === '*' || /[?+*]$/.test(text)
              ? (fill[index] ?? '')
              : text.replace(/:\w+/, fill[index] ?? ''),
          )
          if (change === 0) texts.pop()
          if (change === 1) texts[0] = fill[0] ?? ''
          if (change === 2) texts.push(...fill.slice(-more || fill.length))
          return texts.map((text) => `/${text}`).join('')
        }),
    )

const cases = pattern.chain((segments) =>
  fc.tuple(fc.constant(segments), fc.array(pathFor(segments), { minLength: 20, maxLength: 20 })),
)

for (const { name, compile, AGREED } of ORACLES) {
  test(
    `${name} decides the same, of every run 14 times at the least`,
    () => {
      const runs = numRuns(120, 500)
      let compared = 0
      let matched = 0
      fc.assert(
        fc.property(cases, ([segments, paths]) => {
          const source = segments.map((text) => `/${text}`).join('')
          const ours = defineRoutes({ it: route(source) })
          const theirs = compile(segments)
          for (const path of paths) {
            if (AGREED.some(({ leaves }) => leaves(segments, path))) continue
            const match = ours.match(path)
            deepEqual(
              { source, path, params: match && { ...match.params } },
              { source, path, params: theirs(path) },
            )
            compared++
            if (match) matched++
          }
        }),
        { numRuns: runs },
      )
      ok(compared > 14 * runs, `only ${compared} were compared`)
      ok(matched > compared / 4 && matched < compared, `${matched} of ${compared} matched`)
    },
    { timeout: 30_000 },
  )
}
