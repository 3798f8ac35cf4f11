/**
 * Finds the route of a state in tables of 10 to 10,000 routes, beside packages that do so for
 * paths. Each routes `/sN/list` and `/sN/:id`, is called as its documentation shows, and returns
 * route and params.
 */
import findMyWay from 'find-my-way'
import { match as matchPath } from 'path-to-regexp'
import { parse } from 'regexparam'
import { addRoute, createRouter, findRoute } from 'rou3'
import { URLPattern } from 'urlpattern-polyfill'
import { defineRoutes, route } from '../dist/src/index.js'
import { type Contestant, measure, type TimeOf } from './measure.ts'

const SIZES = [10, 100, 1000, 10_000]
/** A contestant of nanoseconds does its work this often per call. */
const TIMES = 100

type Find = (path: string) => unknown

const patternsOf = (size: number) =>
  Array.from({ length: size }, (_, n) => (n % 2 ? `/s${n >> 1}/:id` : `/s${n >> 1}/list`))

const BUILD: Record<string, (patterns: readonly string[]) => Find> = {
  'hashbang-router'(patterns) {
    const table = defineRoutes(
      Object.fromEntries(patterns.map((pattern) => [pattern, route(pattern)])),
    )
    return (path) => table.match(path)
  },
  'find-my-way'(patterns) {
    const router = findMyWay()
    for (const pattern of patterns) router.on('GET', pattern, () => {})
    return (path) => router.find('GET', path)
  },
  rou3(patterns) {
    const router = createRouter<string>()
    for (const pattern of patterns) addRoute(router, 'GET', pattern, pattern)
    return (path) => findRoute(router, 'GET', path)
  },
  'path-to-regexp'(patterns) {
    const matches = patterns.map((pattern) => matchPath(pattern))
    return (path) => first(matches, (match) => match(path) || undefined)
  },
  regexparam(patterns) {
    const parsed = patterns.map((pattern) => parse(pattern))
    return (path) =>
      first(parsed, ({ keys, pattern }) => {
        const found = pattern.exec(path)
        return found
          ? Object.fromEntries(keys.map((key, index) => [key, found[index + 1]]))
          : undefined
      })
  },
  URLPattern(patterns) {
    const compiled = patterns.map((pathname) => new URLPattern({ pathname }))
    return (path) => first(compiled, (pattern) => pattern.exec({ pathname: path })?.pathname.groups)
  },
}

function first<T, R>(all: readonly T[], test: (one: T) => R | undefined): R | undefined {
  for (const one of all) {
    const result = test(one)
    if (result !== undefined) return result
  }
  return undefined
}

/**
 * Those who try one pattern after the other take seconds for a table that the others walk in a
 * microsecond.
 */
const LIMIT: Record<string, number> = { URLPattern: 100, 'path-to-regexp': 1000, regexparam: 1000 }

const cases: Record<string, Record<string, Contestant>> = {}
for (const size of SIZES) {
  const patterns = patternsOf(size)
  const last = (size >> 1) - 1
  const asked = {
    'static, first': '/s0/list',
    'one param, middle': `/s${last >> 1}/abc`,
    'one param, last': `/s${last}/abc`,
    miss: `/s${last}/abc/no`,
  }
  const finds = Object.entries(BUILD)
    .filter(([name]) => size <= (LIMIT[name] ?? size))
    .map(([name, build]) => [name, build(patterns)] as const)
  for (const [what, path] of Object.entries(asked)) {
    const contestants = finds.map(([name, find]): [string, Contestant] => {
      const found = find(path)
      if ((found == null) !== (what === 'miss'))
        throw new Error(`${name} decides otherwise: ${path}`)
      return [
        name,
        () => {
          let result: unknown
          for (let n = 0; n < TIMES; n++) result = find(path)
          return result
        },
      ]
    })
    cases[`${what} of ${size.toLocaleString('en')}`] = Object.fromEntries(contestants)
  }
}

const ours = 'hashbang-router'
/** Our time by that of the better of the two that walk a tree as we do. */
const ofBest =
  (testCase: string) =>
  (time: TimeOf): number =>
    time(testCase, ours) / Math.min(time(testCase, 'find-my-way'), time(testCase, 'rou3'))
const bar = (testCase: string, most: number) => ({
  ...{ what: `${testCase}, of the better of find-my-way and rou3`, value: ofBest(testCase), most },
})

await measure({
  name: 'match',
  title: 'Find the route of a path, with its params, in a table of N routes.',
  baseline: 'find-my-way',
  packages: ['find-my-way', 'rou3', 'path-to-regexp', 'regexparam', 'urlpattern-polyfill'],
  rounds: 11,
  sampleMs: 10,
  cpu: true,
  bars: [
    bar('static, first of 10', 1),
    // A walk that decodes nothing before it has matched came to 1.6 and 1.3, as a second matcher
    // beside the one for all states.
    bar('one param, last of 10', 2.2),
    bar('one param, last of 100', 2),
    bar('one param, last of 10,000', 1.1),
  ],
  cases,
})
