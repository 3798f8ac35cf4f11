/**
 * Mistakes that are found when a table is made or asked for a link, in Node: the stack names the
 * author's line.
 */
import { expect, test } from '@playwright/test'
import {
  defineRoutes,
  html,
  readableScheme,
  route,
  text,
  type ViewModule,
  type ViewPage,
} from 'hashbang-router'
import { holds } from './mistake.ts'

const slow = { '~standard': { version: 1, vendor: 'slow', validate: async () => ({ value: {} }) } }
const faulty = { view: Promise.resolve({}) as never }
const home = route('')
const words = () => defineRoutes({ home: route(''), word: route('/w/:x') })

/** By mistake: the act, and its message. */
const MISTAKES: Readonly<Record<string, readonly [act: () => unknown, ...parts: string[]]>> = {
  'a pattern with #!': [
    () => defineRoutes({ word: route('#!/word/:lemma' as string) }),
    ...['HB001: Cannot parse pattern', '  #!/word/:lemma\n  ^', 'remove "#!"'],
  ],
  'a route that is never reached': [
    () => defineRoutes({ a: route('/x/:y'), b: route('/x/:z') }),
    'HB002: "b" (/x/:z) is never reached',
    ...['"a" (/x/:y) matches all of its states first', 'Change one of the patterns'],
  ],
  'a pattern in the place of a route': [
    () => defineRoutes({ shop: '/shop' as never }),
    ...['HB003: "shop" is no route', '"/shop"', `write shop: route('/pattern'`],
  ],
  'a link to an unknown route': [
    () => words().href('wrod' as never),
    ...['HB006: No route is named "wrod"', 'did you mean "word"?', 'there are "home", "word"'],
  ],
  'a link without a param': [
    () => words().href('word', {} as never),
    ...['HB007: Cannot build a link to "word" (/w/:x): ":x"', 'is undefined', 'Pass a text'],
  ],
  'a search validator that waits': [
    () => defineRoutes({ s: route('/s', { search: slow as never }) }).match('/s'),
    ...['HB008: A search validator must be synchronous', 'the one of slow'],
    'put asynchronous checks into the guard',
  ],
  'an option of a route with a slip': [
    () => defineRoutes({ word: route('/w', { haed: () => ({ title: 'x' }) } as object) }),
    ...['HB018: "haed" of "word"', 'no option of a route', '(did you mean "head"?).\n'],
  ],
  'an option of a table with a slip': [
    () => defineRoutes({ home }, { readble: readableScheme() } as object),
    ...['HB018: "readble" of "defineRoutes"', 'no option of a table', 'did you mean "readable"?'],
  ],
  'a prefix in the place of a scheme': [
    () => defineRoutes({ home }, { readable: '/s/' as never }),
    ...['HB018: "readable" of "defineRoutes"', 'is "/s/"', "readable: readableScheme('/s/')"],
  ],
  'a view that is imported at once': [
    () => defineRoutes({ a: route('/a', { children: () => ({ b: route('/b', faulty) }) }) }),
    ...['HB018: "view" of "a.b"', 'is a promise', "such as view: () => import('./view.ts')"],
  ],
  'children that are no function': [
    () => defineRoutes({ shop: route('/shop', { children: { home } as never }) }),
    ...['HB018: "children" of "shop"', 'is {"home"', 'such as children: (route) => ({'],
  ],
  'children that wait': [
    () => defineRoutes({ shop: route('/shop', { children: (async () => ({ home })) as never }) }),
    ...['HB018: "children" of "shop"', 'is a promise', 'it must be an object of routes'],
  ],
  'a view in the place of the options': [
    () => defineRoutes({ shop: route('/shop', (() => import('node:fs')) as never) }),
    ...['HB018: "options" of "shop"', 'is the function', "such as { view: () => import('./view"],
  ],
  'a class in the place of a codec': [
    () => defineRoutes({ item: route('/:id', { params: { id: Number as never } }) }),
    ...['HB018: "params.id" of "item"', 'is the function Number', 'int, number, text or parser(…)'],
  ],
  'the name of a codec in its place': [
    () => defineRoutes({ item: route('/:id', { search: { q: 'text' as never } }) }),
    ...['HB018: "search.q" of "item"', 'is "text"', 'int, number, text or parser(…)'],
  ],
  'a codec for a param with a slip': [
    () => defineRoutes({ word: route('/:lemma', { params: { lema: text } as object }) }),
    ...['HB018: "lema" of "word"', 'no param of its pattern', 'did you mean "lemma"?'],
  ],
  ...Object.fromEntries(
    [204, 2000, 99].map((status) => [
      `the status ${status}`,
      [
        () => defineRoutes({ word: route('/w', { status }) }),
        ...['HB018: "status" of "word"', `is ${status}`, 'it must be 200, or 400 to 599'],
      ] as const,
    ]),
  ),
  'a component in the place of its import': [
    () => defineRoutes({ word: route('/w', { view: (({ data }: ViewPage) => data) as never }) }),
    ...[
      'HB005: The view of "word"',
      'is the function view',
      "() => reactView(import('./View.tsx'))",
    ],
  ],
  'a value in an event handler': [
    () => html(Object.assign(['<a onclick="', '">x</a>'], { raw: [] }), 'x'),
    ...['HB009: html', '<a onclick="', 'Put the value between tags, or into a quoted attribute'],
  ],
}

test('a table accepts unusual options: an instance of a class, and null as params', () => {
  const load = (async (_again = 1) => ({})) as () => Promise<ViewModule>
  const retried = ((attempt: number) => load().then(() => attempt)) as never
  class Own {
    readonly [Symbol.toStringTag] = 'Own'
    readonly pending = retried
    readonly status = 203
  }
  const none = { params: null, search: null, view: load } as never
  const items = route('/\\\\:id', { params: { id: text }, view: load })
  const table = defineRoutes({ own: route('/own', new Own()), none: route('/none', none), items })
  expect(table.match('/own')?.name).toBe('own')
})

for (const [name, [act, ...parts]] of Object.entries(MISTAKES))
  test(`${name}: the error has the remedy`, () => {
    let thrown: unknown
    try {
      act()
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(Error)
    holds((thrown as Error).stack ?? '', { name, parts: [...parts, 'table.spec.ts:'] })
  })
