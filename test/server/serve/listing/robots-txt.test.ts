/**
 * robots.txt of random tables, read by a parser that is not ours: nothing that is shown is
 * forbidden in any spelling.
 */
import { expect } from '@playwright/test'
import fc from 'fast-check'
import robotsParser from 'robots-parser'
import { robotsText } from '../../../../server/serve/listing/robots-txt.ts'
import { listedUrl, siteStates } from '../../../../server/site/site-states.ts'
import { parseRobots } from '../../../../server/tools/crawl/robots-policy.ts'
import { defineRoutes, readableScheme, route, type Table } from '../../../../src/index.ts'
import { numRuns } from '../../../run/seed.ts'
import { suite } from '../../../run/suite.ts'
import { tableOf } from './tables.ts'

const test = suite('robots.txt')

const parse = robotsParser as unknown as (
  url: string,
  text: string,
) => { isAllowed(url: string, agent: string): boolean | undefined }

const ORIGIN = 'https://a.test'
const UGLY = `${ORIGIN}/?_escaped_fragment_=`
const textOf = (routes: Table) => robotsText({ origin: ORIGIN, apps: [{ page: '/', routes }] })
const policyOf = (text: string) => parseRobots(`${ORIGIN}/robots.txt`, text)

/** Whether robots.txt allows a state, spelled as the scheme does and as those that escape all. */
function allowed(text: string, state: string): boolean[] {
  const robots = parse(`${ORIGIN}/robots.txt`, text)
  const own = state.replace(/[%#&+\s\x7f-\uffff]/g, encodeURIComponent)
  return [own, encodeURIComponent(state)].map(
    (value) => robots.isAllowed(UGLY + value, 'any') ?? true,
  )
}

/** A table of routes in their order; two that take the same states are refused. */
function listed(list: readonly (readonly [pattern: string, index: boolean])[]): Table | undefined {
  const routes = list.map(([of, index], at) => [`r${at}`, route(of, { index })])
  try {
    return defineRoutes(Object.fromEntries(routes)) as unknown as Table
  } catch {
    return undefined
  }
}

test('for any table, no state that is shown is forbidden in either spelling', () => {
  const parts = (names: string[], minLength: number, maxLength: number) =>
    fc.array(fc.constantFrom(...names), { minLength, maxLength })
  const segments = parts(['a', 'b', 'ab', ':x', ':y', 'a-:x', '$', 'a$', 'é', 'a\\*'], 1, 3)
  const pattern = fc
    .tuple(fc.constantFrom('', '/', '/', '/'), segments, fc.constantFrom('', '', '/*'))
    .map(([start, all, end]) => {
      const path = all.map((part, at) => part.replace(/:[xy]/, `:p${at}`)).join('/')
      return start + path + end
    })
  const state = fc
    .tuple(
      fc.constantFrom('', '/'),
      parts(['a', 'b', 'ab', 'a-b', '$', 'a$', 'é', 'a*', 'zz'], 0, 4),
      fc.constantFrom('', '', '?q=1'),
    )
    .map(([start, all, end]) => start + all.join('/') + end)
  const routes = fc.array(fc.tuple(pattern, fc.boolean()), { minLength: 1, maxLength: 6 })
  const states = fc.array(state, { minLength: 10, maxLength: 40 })
  let checked = 0
  let forbidden = 0
  fc.assert(
    fc.property(routes, states, (list, samples) => {
      const table = listed(list)
      if (table === undefined) return
      const text = textOf(table)
      for (const state of samples) {
        const match = table.match(state)
        if (match === null) continue
        checked += 1
        const isShown = list[Number(match.name.slice(1))]?.[1] === true
        const verdicts = allowed(text, state)
        if (isShown)
          expect({ text, state, verdicts }).toEqual({ text, state, verdicts: [true, true] })
        else if (verdicts.includes(false)) forbidden += 1
      }
    }),
    { numRuns: numRuns(200, 600) },
  )
  // It forbids something at all, or this would hold of an empty file.
  expect([checked > 100, forbidden > 0]).toEqual([true, true])
})

test('a route with status 404 or 410 changes no rule, and its states are in no list', async () => {
  const routes = { '/account': { index: false }, '/gone': { status: 410 }, '*': { status: 404 } }
  const table = tableOf(routes)
  const text = textOf(table)
  const states = ['/account', '/gone', '/nowhere']
  expect(states.filter((state) => allowed(text, state).includes(false))).toEqual(['/account'])
  expect(text).not.toContain('Allow')
  const apps = [{ page: '/', routes: table, context: undefined }]
  for await (const { index } of siteStates(apps, {
    origin: ORIGIN,
    signal: new AbortController().signal,
  }))
    expect(index).toBe(false)
})

test('a state that no server answers is in no list, and one warning names the first', async () => {
  const table = defineRoutes({
    word: route('/word/:x', {
      entries: () => ['fine', 'a\u0000b', `${'long'.repeat(600)}`].map((x) => ({ params: { x } })),
    }),
  })
  const warnings: string[] = []
  const listed: string[] = []
  const apps = [{ page: '/', routes: table as never, context: undefined }]
  for await (const { state } of siteStates(apps, {
    ...{ origin: ORIGIN, signal: new AbortController().signal },
    warn: (warning) => warnings.push(warning),
  }))
    listed.push(state)
  expect(listed).toEqual(['/word/fine'])
  expect(warnings).toEqual([expect.stringContaining('2 of the states')])
  expect(warnings[0]).toContain('"/word/a%00b"')
})

test('a shown state is allowed in a link that has its letters unencoded, too', () => {
  const text = textOf(tableOf({ 'a/:x': { index: false }, 'a/é': {} }))
  expect(text).toContain('Disallow: /?*_escaped_fragment_=a/')
  for (const state of ['a/é', 'a/%C3%A9']) expect(allowed(text, state)).toEqual([true, true])
  expect(allowed(text, 'a/è')).toEqual([false, false])
})

test('every state of a hidden route carries noindex, whether robots.txt forbids it or not', async () => {
  const table = tableOf({ '/a/:x': { index: false }, '/:x/*': {} })
  const { signal } = new AbortController()
  const page = await table.resolve('/a/b', { context: undefined as never, signal })
  expect(page).toMatchObject({ head: { robots: 'noindex' } })
})

test('signs of wildcards in states are text', () => {
  const text = textOf(tableOf({ '/cost$': { index: false }, '/a\\*b': { index: false } }))
  expect(text).toContain('Disallow: /?*_escaped_fragment_=/cost%24$\n')
  expect(text).toContain('Disallow: /?*_escaped_fragment_=/a%2Ab$\n')
})

test('readable addresses are listed where they are on, and robots.txt forbids those of hidden routes', async () => {
  const hidden = { index: false }
  const table = tableOf(
    { '': {}, '/items/a': {}, '/search': hidden, 'tag=:tag': hidden },
    { readable: readableScheme('/s/') },
  )
  const apps = [{ page: '/', routes: table, context: undefined }]
  const listed: string[][] = []
  for await (const state of siteStates(apps, {
    origin: ORIGIN,
    signal: new AbortController().signal,
  }))
    listed.push([listedUrl(state, 'readable'), listedUrl(state, 'pretty')])
  expect(listed).toContainEqual([`${ORIGIN}/s/items/a`, `${ORIGIN}/#!/items/a`])
  expect(listed).toContainEqual([`${ORIGIN}/`, `${ORIGIN}/`])
  const { allows } = policyOf(textOf(table))
  const forbidden = ['/s/search', '/s/search?q=x', '/s/!/tag=x']
  const paths = ['/', '/s/items/a', '/s/searching', ...forbidden]
  expect(paths.filter((path) => !allows(ORIGIN + path))).toEqual(forbidden)
})

const shop = (index = true) => tableOf({ '': {}, ':any': { index }, '/word/:word': {} })

test('a hidden route that takes nearly all states has no rule, only noindex', () => {
  const text = textOf(shop(false))
  const states = ['/word/x', '%2Fword%2Fx', '', 'bare']
  expect(states.filter((state) => !policyOf(text).allows(UGLY + state))).toEqual([])
  expect(text).toContain('Disallow:\n')
})
