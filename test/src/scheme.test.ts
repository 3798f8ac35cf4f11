/** The place of the state in links: after #!, or in the path; reading and writing are inverses. */
import { equal, throws } from 'playwright-test/taps'
import { defineRoutes, pathScheme, route, type Scheme } from '../../src/index.ts'
import { hashbangScheme } from '../../src/scheme.ts'
import { suite } from '../run/suite.ts'

const test = suite('scheme')

const CASES: [name: string, scheme: Scheme, page: string, links: Record<string, string>][] = [
  [
    'hashbang',
    hashbangScheme,
    'http://a.test/app?x',
    { '': '#!', '/a?b=c': '#!/a?b=c', a: '#!a', '//a': '#!//a', 'k=v': '#!k=v', '%23': '#!%23' },
  ],
  [
    'path',
    pathScheme(),
    'http://a.test/',
    { '': '/', '/a?b=c': '/a?b=c', '/a/%E6%97%A5': '/a/%E6%97%A5', '?b=c': '/?b=c' },
  ],
  [
    'path under a base',
    pathScheme({ base: '/app/' }),
    'http://a.test/app/',
    { '': '/app/', '/a?b=c': '/app/a?b=c', '/app': '/app/app', '?b=c': '/app/?b=c' },
  ],
]
for (const [name, scheme, page, links] of CASES) {
  for (const [state, href] of Object.entries(links)) {
    test(`${name} writes "${state}" as ${href} and reads it back`, () => {
      equal(scheme.href(state), href)
      equal(scheme.stateOf(new URL(href, page)), state)
    })
  }
}

const PATHLESS = '/ //evil.test/ a k=v /\\evil.test javascript:x /a/../b /a/%2e%2E/b /.'
for (const state of PATHLESS.split(' '))
  test(`"${state}" has no path`, () => throws(() => pathScheme().href(state), RangeError))

for (const base of ['docs', 'docs/', 'https://a.test/docs/', '//a.test/', '/docs/?x', '/docs/#!'])
  test(`the base "${base}" is refused, with one that would do`, () =>
    throws(() => pathScheme({ base }), /Cannot use the base .*\/docs\//))

for (const [scheme, url] of [
  [hashbangScheme, 'http://a.test/'],
  [hashbangScheme, 'http://a.test/#/a'],
  [hashbangScheme, 'http://a.test/#%23a'],
  [pathScheme({ base: '/app' }), 'http://a.test/'],
  [pathScheme({ base: '/app' }), 'http://a.test/apple'],
] as const) {
  test(`${url} holds no state`, () => equal(scheme.stateOf(new URL(url)), null))
}

for (const [path, state] of [
  ['/app/a/', '/a'],
  ['/app/a/index.html?x=/', '/a?x=/'],
  ['/app/index.html', ''],
  ['/app/a', null],
  ['/app/b/', null],
  ['/app/none/', null],
  ['/app/', null],
  ['/app/?x=/', null],
  ['/other/a/', null],
] as const) {
  test(`among known states, a path as hosts of files write it, ${path}, is the state "${state}"`, () => {
    const known = ['', '/a', '/a?x=/', '/b', '/b/']
    const scheme = pathScheme({ base: '/app' }).among?.((one) => (known.includes(one) ? {} : null))
    equal(scheme?.upgrade?.(new URL(path, 'http://a.test')), state)
  })
}

test('a table writes its links by its scheme', () => {
  const table = defineRoutes({ a: route('/a') }, { scheme: pathScheme({ base: '/app' }) })
  equal(table.href('a'), '/app/a')
  equal(table.state('a'), '/a')
  equal(defineRoutes({ a: route('/a') }).href('a'), '#!/a')
})
