/**
 * Fragments hold states: the state that is read is the one that was written, and the one that
 * crawlers ask for.
 */
import { expect } from '@playwright/test'
import { readableOf } from '../../../server/site/adopted-pages.ts'
import {
  groupOf,
  prefixOfLinks,
  STATE_PREFIXES,
  stateOfUrl,
  stateShape,
} from '../../../server/site/adopted-urls.ts'
import { suite } from '../../run/suite.ts'

const test = suite('shape of states')
const testGroup = suite('group of a state')

for (const prefix of STATE_PREFIXES) {
  test(`a fragment behind ${prefix} reads back as its state`, () => {
    const shape = stateShape(prefix)
    for (const state of ['/a', '/a?b=c#d', '/?b']) {
      expect(shape.stateOf(shape.fragmentOf(state))).toBe(state)
    }
    expect(shape.fragmentOf('')).toBe('')
    expect(shape.stateOf('')).toBeNull()
    expect(shape.stateOf('#')).toBeNull()
  })
}

test('where states begin with "/", a "/" alone is the empty state, which has one address', () => {
  const readable = readableOf('/', '/s/')
  for (const prefix of STATE_PREFIXES) {
    const shape = stateShape(prefix, readable)
    const home = prefix.endsWith('/') ? '' : '/'
    expect(shape.stateOf(prefix.startsWith('#!') ? '#!/' : '#/')).toBe(home)
    for (const url of ['http://a.test/?_escaped_fragment_=/', 'http://a.test/s/!'])
      expect(stateOfUrl(url, 'http://a.test/', shape)).toBe(home)
  }
})

test('a fragment that begins otherwise is a place in the page', () => {
  expect(stateShape('#!/').stateOf('#!a')).toBeNull()
  expect(stateShape('#/').stateOf('#place')).toBeNull()
  expect(stateShape('#').stateOf('#place')).toBe('place')
})

test('states behind "#!" are listed as people see them, others by an address that servers see', () => {
  const page = 'http://a.test/'
  expect(stateShape('#!').listedUrl(page, '/a')).toBe('http://a.test/#!/a')
  expect(stateShape('#/').listedUrl(page, '/a')).toBe('http://a.test/?_escaped_fragment_=/a')
  expect(stateShape('#/').fragmentUrl(page, '/a')).toBe('http://a.test/#/a')
  expect(stateShape('#/').listedUrl(page, '')).toBe(page)
})

test('the prefix of states is the clearest prefix of the links; places of the page do not count', () => {
  const places = new Set(['#top'])
  const prefixOf = (...links: string[]) => prefixOfLinks(links, (one) => places.has(one))
  expect(prefixOf('#top', '#/a', '#!/b')).toBe('#!/')
  expect(prefixOf('#/a', '#!b')).toBe('#!')
  expect(prefixOf('#top', '#/a')).toBe('#/')
  expect(prefixOf('#top', '#a')).toBe('#')
  expect(prefixOf('#top', '#')).toBeUndefined()
})

for (const [page, state, group] of [
  ['/', '', '/#'],
  ['/', '/phones', '/#/*'],
  ['/', '/phones/nexus', '/#/phones/*'],
  ['/', '/phones/xoom?tab=/a/b', '/#/phones/*'],
  ['/', '/phones/xoom&tab=1', '/#/phones/*'],
  ['/', 'bare', '/#*'],
  ['/app/', '/a/', '/app/#/a/*'],
] as const) {
  testGroup(`"${state}" of ${page} is of ${group}`, () =>
    expect(groupOf({ page, state })).toBe(group),
  )
}
