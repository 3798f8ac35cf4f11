/**
 * Compares an adopted app with itself in Chromium, by the server that people run: the text, headings, links, pictures and title
 * of each state.
 */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { createHandler } from 'hashbang-router/server'
import type { App } from './apps.ts'

/** What a reader finds. Links to states are told by the state, whichever way they are written. */
const read = (page: Page) =>
  page.evaluate(() => {
    const text = (element: Element) =>
      (element as HTMLElement).innerText.replace(/\s+/g, ' ').trim()
    const state = (href: string) =>
      decodeURIComponent(
        new URL(href).href
          .replace(/^https?:\/\/[^/]+/, '')
          .replace(/\?_escaped_fragment_=[^#]*(?=#)/, '')
          .replace(/\?_escaped_fragment_=/, '#')
          .replace(/#!/, '#')
          // Both are the first state.
          .replace(/#\/$/, ''),
      )
    return {
      title: document.title,
      text: text(document.body),
      headings: [...document.querySelectorAll('h1, h2, h3, h4')].map(text),
      links: [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map((a) => [
        state(a.href),
        text(a),
      ]),
      images: [...document.querySelectorAll('img')].map((image) => [image.src, image.alt]),
    }
  })

/** So many states are looked at side by side: most of the time of each is waiting for its network to be idle. */
const LANES = 4

/** Serves the app in a folder, and expects each of its states to be the same. */
export async function expectSame(
  page: Page,
  folder: string,
  { states, prefix }: Pick<App, 'states' | 'prefix'>,
): Promise<void> {
  const server = createServer((req, res) => site.all(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const warnings: string[] = []
  const site = await createHandler(
    {
      origin,
      pages: { '/': { site: folder } },
      workers: 1,
      limits: { deadline: 90_000 },
    },
    {
      observers: [
        (event) => {
          if (event.type === 'warning') warnings.push(...event.warnings)
        },
      ],
    },
  )
  const mark = prefix.startsWith('#!') ? '#!' : '#'
  const context = page.context()
  const left = [...states]
  async function goThrough(lane: Page) {
    for (let state = left.shift(); state !== undefined; state = left.shift()) {
      const pretty = `${origin}/${state === '' ? '' : mark + state}`
      const ugly = `${origin}/?_escaped_fragment_=${encodeURIComponent(state)}`
      await expectSameState(lane, { state, pretty, ugly }, warnings)
    }
  }
  try {
    // Pictures of badges and the like are nothing of the app.
    await context.route(
      (url) => url.origin !== origin,
      (route) => route.abort(),
    )
    const more = Array.from({ length: Math.min(LANES, states.length) - 1 }, () => context.newPage())
    const lanes = await Promise.all([page, ...more])
    await Promise.all(lanes.map(goThrough))
    await Promise.all(lanes.slice(1).map((lane) => lane.close()))
  } finally {
    await site.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

interface Addresses {
  readonly state: string
  readonly pretty: string
  readonly ugly: string
}

/** Reads the snapshot of a state, then the state in the app. */
async function expectSameState(
  page: Page,
  { state, pretty, ugly }: Addresses,
  warnings: readonly string[],
): Promise<void> {
  const answer = await page.goto(ugly)
  expect(answer?.status(), `the state "${state}"; ${warnings.join('\n')}`).toBe(200)
  expect(await page.locator('script:not([type$=json])').count()).toBe(0)
  const shown = await read(page)
  await page.goto('about:blank')
  await page.goto(pretty, { waitUntil: 'networkidle' }).catch((error: Error) => {
    // It loads itself anew.
    if (!error.message.includes('interrupted by another navigation')) throw error
  })
  // Where the machine has much to do, scripts that have come may not have run.
  await expect
    .poll(() => read(page).catch(String), {
      message: `the state "${state}"; ${warnings.join('\n')}`,
    })
    .toEqual(shown)
}
