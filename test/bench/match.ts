/**
 * Finds the route of a state in tables of 10 to 10,000 routes, beside those who do the same for paths. Each routes `/sN/list` and
 * `/sN/:id`; each is asked what its documentation shows, and gives route and params. Then inputs that blow up others: the time
 * of ours must grow as the input does.
 */
import findMyWay from 'find-my-way'
import { match as matchPath } from 'path-to-regexp'
import { parse } from 'regexparam'
import { addRoute, createRouter, findRoute } from 'rou3'
import { URLPattern } from 'urlpattern-polyfill'
import { defineRoutes, route } from '../../dist/src/index.js'
import { type Contestant, measure } from './measure.ts'

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

/** Those who try one pattern after the other take seconds for a table that the others walk in a microsecond. */
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

const results = await measure({
  name: 'match',
  title: 'Find the route of a path, with its params, in a table of N routes.',
  baseline: 'find-my-way',
  packages: ['find-my-way', 'rou3', 'path-to-regexp', 'regexparam', 'urlpattern-polyfill'],
  rounds: 11,
  sampleMs: 10,
  cases,
})

const blowUps: Record<string, { pattern: string; input(size: number): string }> = {
  'one param a segment, dashes': { pattern: '/a-:b', input: (size) => `/${'-'.repeat(size)}/x` },
  'affixes, repeated': { pattern: '/a-:b-c', input: (size) => `/${'a-'.repeat(size)}/x` },
  'list, then no match': { pattern: '/x/:rest+', input: (size) => `/${'x/y/'.repeat(size)}!/` },
  'bad escapes': { pattern: '/:a', input: (size) => `/${'%C0%zz%'.repeat(size)}/x` },
  'key=value': { pattern: 'a=:x&b=:y', input: (size) => 'a=1&c=2&'.repeat(size) },
}
for (const [what, { pattern, input }] of Object.entries(blowUps)) {
  const table = defineRoutes({ it: route(pattern) })
  const times = [4000, 8000, 16_000, 32_000].map((size) => {
    const text = input(size)
    const runs = Array.from({ length: 15 }, () => {
      const start = performance.now()
      table.match(text)
      return performance.now() - start
    })
    return Math.min(...runs)
  })
  const growth = (times.at(-1) ?? 0) / (times[0] ?? 1)
  console.log(`${what}: 8 times the input takes ${growth.toFixed(1)} times as long`)
  // Squared growth would be 64 times.
  if (growth > 20) throw new Error(`${what}: grows faster than its input`)
}

const ours = 'hashbang-router'
const ratio = results.ratio('one param, last of 10,000', ours)
if (ratio > 1.2) throw new Error(`Last of 10,000: ${ratio.toFixed(2)}x find-my-way; at most 1.2x`)
