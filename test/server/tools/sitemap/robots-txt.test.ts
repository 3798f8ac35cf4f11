/** robots.txt of random tables, read by a parser that is not ours: nothing that is shown is forbidden in any spelling. */
import { expect } from '@playwright/test'
import fc from 'fast-check'
import robotsParser from 'robots-parser'
import { listedUrl, siteStates } from '../../../../server/site/states.ts'
import { parseRobots } from '../../../../server/tools/crawl/robots-policy.ts'
import { robotsText } from '../../../../server/tools/sitemap/robots-txt.ts'
import {
  defineRoutes,
  html,
  htmlView,
  readableScheme,
  route,
  type Table,
} from '../../../../src/index.ts'
import { seed } from '../../../run/seed.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('robots.txt')

const parse = robotsParser as unknown as (
  url: string,
  text: string,
) => { isAllowed(url: string, agent: string): boolean | undefined }

const BASE = 'https://a.test/?_escaped_fragment_='

/** Whether robots.txt allows a state, spelled as the scheme does and as those that escape all. */
function allowed(text: string, state: string): boolean[] {
  const robots = parse('https://a.test/robots.txt', text)
  const own = state.replace(/[%#&+\s\x7f-\uffff]/g, encodeURIComponent)
  return [own, encodeURIComponent(state)].map(
    (value) => robots.isAllowed(BASE + value, 'any') ?? true,
  )
}

const segment = fc.constantFrom('a', 'b', 'ab', ':x', ':y', 'a-:x', '$', 'a$', 'é', 'a\\*')
const pattern = fc
  .tuple(
    fc.constantFrom('', '/', '/', '/'),
    fc.array(segment, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('', '', '/*'),
  )
  .map(
    ([start, parts, end]) =>
      start + parts.map((part, at) => part.replace(/:[xy]/, `:p${at}`)).join('/') + end,
  )
const routes = fc.array(fc.record({ pattern, index: fc.boolean() }), { minLength: 1, maxLength: 6 })
const states = fc.array(
  fc
    .tuple(
      fc.constantFrom('', '/'),
      fc.array(fc.constantFrom('a', 'b', 'ab', 'a-b', '$', 'a$', 'é', 'a*', 'zz'), {
        maxLength: 4,
      }),
      fc.constantFrom('', '', '?q=1'),
    )
    .map(([start, parts, end]) => start + parts.join('/') + end),
  { minLength: 10, maxLength: 40 },
)

const tableOf = (list: readonly { pattern: string; index: boolean }[]): Table | undefined => {
  try {
    return defineRoutes(
      Object.fromEntries(
        list.map(({ pattern: of, index }, at) => [`r${at}`, route(of, { index })]),
      ),
    ) as unknown as Table
  } catch {
    // Two that take the same states are refused.
    return undefined
  }
}

test('for any table, no state that is shown is forbidden in either spelling', () => {
  let checked = 0
  let forbidden = 0
  fc.assert(
    fc.property(routes, states, (list, asked) => {
      const table = tableOf(list)
      if (table === undefined) return
      const text = robotsText({ origin: 'https://a.test', apps: [{ page: '/', routes: table }] })
      for (const state of asked) {
        const match = table.match(state)
        if (match === null) continue
        checked += 1
        const isShown = list[Number(match.name.slice(1))]?.index === true
        const verdicts = allowed(text, state)
        if (isShown)
          expect({ text, state, verdicts }).toEqual({ text, state, verdicts: [true, true] })
        else if (verdicts.includes(false)) forbidden += 1
      }
    }),
    { numRuns: process.env.LONG_PROPERTIES === '1' ? 600 : 200, seed },
  )
  // It forbids something at all, or this would hold of an empty file.
  expect([checked > 100, forbidden > 0]).toEqual([true, true])
})

test('a shown state is allowed in a link that has its letters unencoded, too', () => {
  const table = tableOf([
    { pattern: 'a/:x', index: false },
    { pattern: 'a/é', index: true },
  ]) as Table
  const text = robotsText({ origin: 'https://a.test', apps: [{ page: '/', routes: table }] })
  expect(text).toContain('Disallow: /?*_escaped_fragment_=a/')
  for (const state of ['a/é', 'a/%C3%A9']) expect(allowed(text, state)).toEqual([true, true])
  expect(allowed(text, 'a/è')).toEqual([false, false])
})

test('every state of a hidden route carries noindex, whether robots.txt forbids it or not', async () => {
  const table = tableOf([
    { pattern: '/a/:x', index: false },
    { pattern: '/:x/*', index: true },
  ]) as Table
  const page = await table.resolve('/a/b', {
    context: undefined as never,
    signal: new AbortController().signal,
  })
  expect(page).toMatchObject({ head: { robots: 'noindex' } })
})

test('signs of wildcards in states are text', () => {
  const table = tableOf([
    { pattern: '/cost$', index: false },
    { pattern: '/a\\*b', index: false },
  ]) as Table
  const text = robotsText({ origin: 'https://a.test', apps: [{ page: '/', routes: table }] })
  expect(text).toContain('Disallow: /?*_escaped_fragment_=/cost%24$\n')
  expect(text).toContain('Disallow: /?*_escaped_fragment_=/a%2Ab$\n')
})

const table = (index: boolean): Table =>
  defineRoutes({
    home: route(''),
    any: route(':any', { index }),
    word: route('/word/:word', {}),
  }) as unknown as Table
const robots = (over: object) =>
  robotsText({ origin: 'https://a.test', apps: [{ page: '/', routes: table(true) }], ...over })

test('readable addresses are listed where they are on, and robots.txt forbids those of hidden routes', async () => {
  const view = async () => ({ default: htmlView(() => html`x`) })
  const table = defineRoutes(
    {
      home: route('', { view }),
      item: route('/items/a', { view }),
      search: route('/search', { index: false }),
      tag: route('tag=:tag', { index: false }),
    },
    { readable: readableScheme('/s/') },
  ) as unknown as Table
  const apps = [{ page: '/', routes: table, context: undefined }]
  const states = siteStates(apps, 'https://a.test', new AbortController().signal)
  const listed: string[][] = []
  for await (const state of states)
    listed.push([listedUrl(state, 'readable'), listedUrl(state, 'pretty')])
  expect(listed).toContainEqual(['https://a.test/s/items/a', 'https://a.test/#!/items/a'])
  expect(listed).toContainEqual(['https://a.test/', 'https://a.test/'])
  const text = robotsText({ origin: 'https://a.test', apps })
  const { allows } = parseRobots('https://a.test/robots.txt', text, 'any')
  const allowed = [
    '/',
    '/s/items/a',
    '/s/search',
    '/s/search?q=x',
    '/s/!/tag=x',
    '/s/searching',
  ].map((path) => allows(`https://a.test${path}`))
  expect(allowed).toEqual([true, true, false, false, false, true])
})

test('opting out forbids every ugly URL and no other', () => {
  const { optedOut, allows } = parseRobots(
    'https://a.test/robots.txt',
    robots({ optOut: true }),
    'x',
  )
  expect(optedOut).toBe(true)
  expect(allows('https://a.test/')).toBe(true)
})

test('a hidden route that takes nearly all states is left to noindex: a rule for it would take the others along', () => {
  const text = robots({ apps: [{ page: '/', routes: table(false) }] })
  const { allows } = parseRobots('https://a.test/robots.txt', text, 'x')
  const asked = (state: string) => allows(`https://a.test/?_escaped_fragment_=${state}`)
  for (const state of ['/word/x', '%2Fword%2Fx', '', 'bare'])
    expect([state, asked(state)]).toEqual([state, true])
  expect(text).toContain('Disallow:\n')
})

test('a prefix is written as crawlers ask for it, and one with # is refused', () => {
  expect(robots({ disallow: ['/my account/'] })).toContain(
    'Disallow: /?*_escaped_fragment_=/my%2520account/\n',
  )
  expect(() => robots({ disallow: ['#!/private'] })).toThrow(/"#" begins a comment.*"\/private"/)
})
