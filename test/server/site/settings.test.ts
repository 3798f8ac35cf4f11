/** Settings are used only when all of them can be; what cannot is named with its value and its fix. */
import { expect } from '@playwright/test'
import { checkSettings, mergeSettings, readSettings } from '../../../server/site/settings.ts'
import { suite } from '../../run/suite.ts'

const test = suite('settings')

const pages = { '/': { shell: 'index.html', app: 'app.js' } }
const good = { origin: 'https://example.com', pages }

const faults = [
  {
    what: 'an origin with a path',
    over: { origin: 'https://example.com/app' },
    says: '"origin" is "https://example.com/app": it must be a scheme',
  },
  { what: 'no origin', over: { origin: undefined }, says: '"origin" is missing' },
  { what: 'no pages', over: { pages: {} }, says: '"pages" is {}: it must be a record' },
  {
    what: 'a page without "/"',
    over: { pages: { 'index.html': pages['/'] } },
    says: 'the path must begin with "/"',
  },
  {
    what: 'a page without an app',
    over: { pages: { '/': { shell: 'a' } } },
    says: '"app" is undefined: it must be the file',
  },
  {
    what: 'a setting of no page',
    over: { pages: { '/': { ...pages['/'], ap: 1 } } },
    says: '"ap" is no setting of a page',
  },
  {
    what: 'a locale that is none',
    over: { region: { locale: 'not a tag' } },
    says: '"region.locale" is "not a tag": it must be a language tag',
  },
  {
    what: 'a time zone that is none',
    over: { region: { timeZone: 'Mars/Phobos' } },
    says: '"region.timeZone" is "Mars/Phobos": it must be a time zone',
  },
  {
    what: 'a kept package outside of a list',
    over: { kept: 'd3' },
    says: '"kept" is "d3": it must be a list of packages',
  },
  {
    what: 'a port out of range',
    over: { port: 70_000 },
    says: '"port" is 70000: it must be a port from 0 to 65535',
  },
  {
    what: 'a misspelt setting',
    over: { prot: 80 },
    says: '"prot" is no setting: there are origin, pages',
  },
  {
    what: 'a setting that has moved into a group',
    over: { maxAge: 1000 },
    says: '"maxAge" is no setting any more: write cache: { maxAge }',
  },
  {
    what: 'a value where a group belongs',
    over: { chromium: 2 },
    says: '"chromium" is 2: it must be a group of settings, such as chromium: { pages: 2 }',
  },
  {
    what: 'a misspelt member of a group',
    over: { cache: { byts: 1 } },
    says: '"cache.byts" is no setting: there are origin',
  },
  {
    what: 'a page by its old name',
    over: { pages: { '/': { ...pages['/'], everyone: true } } },
    says: 'write audience: "everyone"',
  },
  {
    what: 'a key that is easy to guess, without repeating it',
    over: { shared: { redisKey: 'secret' } },
    says: '"shared.redisKey" is (not shown): it must be a secret text of 16',
  },
  {
    what: 'a Redis by another scheme',
    over: { shared: { redis: 'http://x' } },
    says: '"shared.redis" is (not shown)',
  },
  {
    what: 'a Redis that is no URL, and its password',
    over: { shared: { redis: 'redis://:secret@localhost:99999' } },
    says: '"shared.redis" is (not shown): it must be the URL',
  },
  {
    what: 'a path of metrics where the app is',
    over: { monitoring: { metrics: '/' } },
    says: '"monitoring.metrics" is "/": it must be a port',
  },
  {
    what: 'a page that no request can ask for',
    over: { pages: { '/%zz': pages['/'] } },
    says: '"pages" of "/%zz": the path must begin with "/", decode',
  },
  {
    what: 'a site that is no URL',
    over: { pages: { '/': { site: 'http://a b/' } } },
    says: '"site" is "http://a b/": it must be the folder',
  },
  {
    what: 'readable addresses that are those of another page',
    over: { pages: { '/': { site: 'a', readable: '/s/' }, '/b/': { site: 'b', readable: '/s/' } } },
    says: '"pages" of "/b/": "readable" is "/s/", where the page "/" is',
  },
]

for (const { what, over, says } of faults) {
  test(`refuses ${what}`, () => {
    expect(() => checkSettings({ ...good, ...over }, 'the file')).toThrow(says)
  })
}

test('lists all faults in one message', () => {
  expect(() => checkSettings({ pages, port: -1, workers: 0 }, 'the file')).toThrow(
    /^HB109: Cannot use the file:\n- "port".*\n- "workers".*\n- "origin" is missing/,
  )
})

test('reads text as the setting needs it, and names what the operator wrote', () => {
  expect(
    readSettings(
      { port: '80', host: '::1', 'monitoring.metrics': '/m', workers: undefined },
      String,
    ),
  ).toEqual({
    port: 80,
    host: '::1',
    monitoring: { metrics: '/m' },
  })
  expect(() => readSettings({ port: '8O' }, (name) => `--${name}`)).toThrow(
    '--port is "8O": it must be a port',
  )
})

test('lays members of a group over others one by one', () => {
  const merged = mergeSettings(
    { cache: { bytes: 1, maxAge: 1 }, port: 1 },
    { cache: { maxAge: 2 }, port: undefined },
  )
  expect(merged).toEqual({ cache: { bytes: 1, maxAge: 2 }, port: undefined })
})

test('refuses a setting that has no meaning in a place, and says why', () => {
  const without = { 'limits.grace': 'it is for a server that listens' } as const
  const over = { ...good, limits: { grace: 5 } }
  expect(() => checkSettings(over, 'createHandler()', without)).toThrow(
    '"limits.grace" is 5: it is for a server that listens',
  )
})
