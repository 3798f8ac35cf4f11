/**
 * Settings are used only if all of them are valid; a message names an invalid one with its value
 * and its fix.
 */
import { expect } from '@playwright/test'
import { checkSettings, mergeSettings, readSettings } from '../../../server/site/check-settings.ts'
import { suite } from '../../run/suite.ts'
import { rows } from '../helpers/rows.ts'

const test = suite('settings')

const pages = { '/': { shell: 'index.html', app: 'app.js' } }
const good = { origin: 'https://example.com', pages }

const PAGE = JSON.stringify(pages['/'])

for (const [problem, over, message] of rows`
  an origin with a path
    | {"origin": "https://example.com/app"}
    | "origin" is "https://example.com/app": it must be a scheme
  no origin            | {"origin": null}               | "origin" is null
  no pages             | {"pages": {}}                  | "pages" is {}: it must be a record
  a page without "/"   | {"pages": {"x.html": ${PAGE}}} | the path must begin with "/"
  a page without an app | {"pages": {"/": {"shell": "a"}}} | "app" is undefined: it must be the file
  a setting of no page | {"pages": {"/": {"ap": 1}}}    | "ap" is no setting of a page (did you mean "app"?)
  a locale that is none
    | {"region": {"locale": "not a tag"}} | "region.locale" is "not a tag": it must be a language tag
  a time zone that is none
    | {"region": {"timeZone": "Mars/X"}} | "region.timeZone" is "Mars/X": it must be a time zone
  a port out of range  | {"port": 70000} | "port" is 70000: it must be a port from 0 to 65535
  a misspelt setting   | {"prot": 80}    | "prot" is no setting (did you mean "port"?)
  a value where a group belongs
    | {"adopt": 2}
    | "adopt" is 2: it must be a group of settings, such as adopt: { sandbox }
  a password in the place of a group
    | {"redis": "redis://me:secret@db"} | "redis" is (not shown): it must be a group of settings
  a member by its full name
    | {"limits.deadline": 5} | "limits.deadline" is the name of a member: write limits: { deadline: … }
  a misspelt member    | {"cache": {"byts": 1}} | "cache.byts" is no setting (did you mean "cache.bytes"?)
  a Redis by another scheme
    | {"redis": {"url": "http://x"}} | "redis.url" is (not shown)
  a Redis without a URL, as of a variable that is not set
    | {"redis": {}} | "redis.url" is missing: it must be the URL of a Redis
  a Redis that is no URL, and its password
    | {"redis": {"url": "redis://:secret@localhost:99999"}}
    | "redis.url" is (not shown): it must be the URL
  a path of metrics where the app is
    | {"metrics": "/"} | "metrics" is "/": it must be a port
  states with an impossible beginning
    | {"pages": {"/": {"site": ".", "states": "/x"}}} | "states" is "/x": it must be what fragments of states begin with
  a base without a slash  | {"base": "docs"}             | "base" is "docs": it must be a path that begins and ends with "/"
  a name of no variable | {"workerEnv": ["A=1"]} | "workerEnv" is ["A=1"]: it must be a list of names of environment variables
  flags in one text | {"workerFlags": "--allow-addons"} | "workerFlags" is "--allow-addons": it must be a list of flags of Node
  a deadline of no time   | {"limits": {"deadline": 0}}  | "limits.deadline" is 0: it must be a time in ms
  bytes with a unit       | {"cache": {"bytes": "64MB"}} | "cache.bytes" is "64MB": it must be a number of bytes
  an origin without its scheme | {"allowFetch": ["api"]} | "allowFetch" is ["api"]: it must be a list of origins
  a short token           | {"purgeToken": "short"}      | "purgeToken" is (not shown): it must be a secret text of 16
  a page that no request can ask for
    | {"pages": {"/%zz": ${PAGE}}} | "pages" of "/%zz": the path must begin with "/", decode
  a site that is no URL
    | {"pages": {"/": {"site": "http://a b/"}}} | "site" is "http://a b/": it must be the folder
  states for Chromium in one text
    | {"pages": {"/": {"site": ".", "chromium": "/a"}}} | "chromium" is "/a": it must be a list of states
  readable addresses that are those of another page
    | {"pages": {"/": {"site": "a", "readable": "/s/"}, "/b/": {"site": "b", "readable": "/s/"}}}
    | "pages" of "/b/": "readable" is "/s/", where the page "/" is
`) {
  test(`refuses ${problem}`, () => {
    const settings = { ...good, ...JSON.parse(over) }
    expect(() => checkSettings(settings, 'the file')).toThrow(message)
  })
}

test('lists all faults in one message', () => {
  expect(() => checkSettings({ pages, port: -1, workers: 0 }, 'the file')).toThrow(
    /^HB109: Cannot use the file:\n- "port".*\n- "workers".*\n- "origin" is missing/,
  )
})

test('reads text as the type of its setting, and lists all wrong values', () => {
  const read = { port: '80', host: '::1', metrics: '/m', workers: undefined }
  expect(readSettings(read, String)).toEqual({ port: 80, host: '::1', metrics: '/m' })
  const wrong = { port: '8O', workers: 'x', 'redis.url': '' }
  expect(() => readSettings(wrong, (name) => `--${name}`)).toThrow(
    /^--port is "8O": it must be a port.*\n--workers is "x".*\n--redis.url is empty: leave it out/,
  )
})

test('merges groups member by member', () => {
  const [one, other] = [{ cache: { bytes: 1, maxAge: 1 }, port: 1 }, { cache: { maxAge: 2 } }]
  expect(mergeSettings(one, { ...other, port: undefined })).toEqual({
    ...{ cache: { bytes: 1, maxAge: 2 }, port: undefined },
  })
})

test('refuses a setting that has no meaning in its place, with the reason', () => {
  const without = { 'limits.keepAlive': 'it is for a server that listens' } as const
  const over = { ...good, limits: { keepAlive: 5 } }
  expect(() => checkSettings(over, 'createHandler()', without)).toThrow(
    '"limits.keepAlive" is 5: it is for a server that listens',
  )
})
