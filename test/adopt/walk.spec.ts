/**
 * A page that stays loaded and goes from state to state: what apps keep on the way is found, and never served once it is; apps that
 * keep nothing are gone through; a page that goes wrong on the way is loaded anew.
 */

import { expect, test } from '@playwright/test'
import { createHandler, type Site } from 'hashbang-router/server'
import { APPS, writeApp } from './apps.ts'
import {
  KEEPING,
  KEEPING_NOTHING,
  KEEPING_RARELY,
  STUMBLING,
  UNSEEN,
  walkedPage,
} from './walked-apps.ts'

test.describe.configure({ timeout: 300_000 })

/** All of them are pages of one site, by what they keep. */
const KINDS = {
  ...{ ...KEEPING, ...KEEPING_NOTHING, ...KEEPING_RARELY, ...STUMBLING },
  'what no rule sees': UNSEEN,
}
const pathOf = (name: string) => `/${name.replaceAll(' ', '-')}.html`
/** What `npm test` shows: one that keeps something, and one that keeps nothing. */
const SHOWN = ['a counter']
let site: Site
const warnings: string[] = []

const PHONES = JSON.stringify(
  Array.from({ length: 90 }, (_, i) => {
    const id = `p${i + 10}`
    return { id, name: `N ${id}`, text: `T ${id}` }
  }),
)
const LIBRARIES = {
  backbone: 'phones/',
  mithril: '/phone/',
}

test.beforeAll(async () => {
  const folder = test.info().outputPath('site')
  const files = Object.entries(KINDS).map(([name, app]) => [pathOf(name), walkedPage(app)])
  const own = {
    ...Object.fromEntries(files),
    'data.json': '{}',
    'usual.json': '{"name":"x"}',
    'rare.json': '{"name":"x","photo":"y"}',
    'seen.js': 'export const seen = []',
  }
  writeApp({ files: own }, folder)
  const pages = Object.keys(KINDS).map((name) => [
    pathOf(name),
    { site: folder, states: '#!/', walk: true },
  ])
  for (const name of Object.keys(LIBRARIES)) {
    const app = APPS[name] as (typeof APPS)[string]
    const at = test.info().outputPath(name)
    writeApp(app, at)
    const isData = Object.keys(app.files).filter((path) => path.endsWith('phones.json'))
    writeApp({ files: Object.fromEntries(isData.map((path) => [path, PHONES])) }, at)
    pages.push([`/${name}/`, { site: at, states: app.prefix, walk: true }])
  }
  site = await createHandler({
    origin: 'http://site.test',
    pages: Object.fromEntries(pages),
    ...{ workers: 1, deadline: 60_000, wait: 120_000, queue: 10_000, patience: 120_000 },
    observe(event) {
      if (event.type === 'warning') warnings.push(...event.warnings)
    },
  })
})
test.afterAll(() => site.close())
test.beforeEach(() => void warnings.splice(0))

async function get(page: string, state: string) {
  const target = `${page}?_escaped_fragment_=${encodeURIComponent(state)}`
  const answer = await site({ method: 'GET', target, headers: {} })
  expect(answer?.status, warnings.join('\n')).toBe(200)
  // What may be recalled is to be asked for again.
  const isWalked = answer?.headers['cache-control'] === 'no-cache'
  return { body: String(answer?.body), isWalked }
}

const said = (what: string) => () => warnings.some((one) => one.includes(what))
const isFound = said('shows something else when it is come to from')
const cannotBe = said('cannot be walked to')

/** Goes on to further states until a proof says what it is to. */
async function goOn(until: () => boolean, visit: (state: string) => Promise<unknown>, most = 60) {
  for (let i = 1; !until() && i <= most; i++) await visit(`/state${i}`)
  expect(until(), warnings.join('\n')).toBe(true)
}

/** What a page shows of a state, told by what it shows of another: it is made of the name alone. */
const ofState = (body: string, state: string) =>
  body.replaceAll('/first', state).replaceAll('first', state.slice(1))

for (const name of Object.keys(KEEPING)) {
  const tag = SHOWN.includes(name) ? [] : ['@all']
  test(`an app that keeps ${name} is found out before anything is served`, { tag }, async () => {
    const page = pathOf(name)
    const { body } = await get(page, '/first')
    const visit = async (state: string) =>
      expect(await get(page, state)).toEqual({ body: ofState(body, state), isWalked: false })
    await goOn(isFound, visit)
    // It is loaded anew from then on.
    await visit('/last')
  })
}

for (const name of Object.keys(KEEPING_NOTHING)) {
  test(`an app that shows ${name} is gone through, and shows the same`, {
    tag: '@all',
  }, async () => {
    const page = pathOf(name)
    const { body } = await get(page, '/first')
    let walked = 0
    await goOn(
      () => walked > 2,
      async (state) => {
        const one = await get(page, state)
        expect(one.body).toBe(ofState(body, state))
        if (one.isWalked) walked += 1
      },
    )
    expect(warnings).toEqual([])
  })
}

for (const name of Object.keys(KEEPING_RARELY)) {
  test(`an app that keeps ${name} is found out before it is served`, { tag: '@all' }, async () => {
    const page = pathOf(name)
    const { body } = await get(page, '/first')
    let walked = 0
    const visit = async (state: string) => {
      const one = await get(page, state)
      expect(one.body).toBe(ofState(body, state))
      if (one.isWalked) walked += 1
    }
    await goOn(() => walked > 0, visit)
    // Where the page was loaded anew on the way, for its time was up, the next one comes from there.
    await goOn(isFound, async (state) => {
      await get(page, `/rare-${state.slice(1)}`)
      await visit(`${state}-after`)
    })
  })
}

test('what no rule sees is given for now only, and recalled when a sample shows it', {
  tag: '@all',
}, async () => {
  const page = pathOf('what no rule sees')
  let walked = 0
  await goOn(
    () => walked > 0,
    async (state) => {
      if ((await get(page, state)).isWalked) walked += 1
    },
  )
  const right = '<p id="out">none</p>'
  const odd = await get(page, '/odd')
  expect(odd.body.includes(right)).toBe(!odd.isWalked)
  await goOn(isFound, (state) => get(page, `/odd-${state.slice(1)}`), 1000)
  for (const state of ['/odd', '/odd-state1', '/odd-state2']) {
    expect((await get(page, state)).body).toContain(right)
  }
})

for (const [name, prefix] of Object.entries(LIBRARIES)) {
  const tag = SHOWN.includes(name) ? [] : ['@all']
  test(`an app of ${name} is gone through, and shows the same`, { tag }, async () => {
    const page = `/${name}/`
    const first = await get(page, `${prefix}p10`)
    expect(first.body).toContain('N p10')
    let walked = 0
    for (let i = 11; i < 90 && walked < 3; i++) {
      const { body, isWalked } = await get(page, `${prefix}p${i}`)
      expect(body).toBe(first.body.replaceAll('p10', `p${i}`))
      if (isWalked) walked += 1
    }
    expect(walked, warnings.join('\n')).toBe(3)
    expect(warnings).toEqual([])
  })
}

for (const name of Object.keys(STUMBLING)) {
  test(`a page that ${name} when it is walked to is loaded anew`, { tag: '@all' }, async () => {
    const page = pathOf(name)
    const { body } = await get(page, '/first')
    await goOn(cannotBe, async (state) => {
      expect((await get(page, state)).body).toBe(ofState(body, state))
    })
  })
}
