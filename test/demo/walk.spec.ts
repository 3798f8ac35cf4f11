/** The demo as a person walks through it, and as a crawler fetches it: the same words, links, titles. */
import { expect, type Page, test } from '@playwright/test'
import { toUglyUrl } from 'hashbang-router'
import { fetchLexicon } from '../../demo/lexicon/client.ts'
import { numRuns, seed } from '../run/seed.ts'
import { type Demo, sharedDemo, startDemo } from './server.ts'

/** `WORDS=1000 npm test -- walk` for a longer look. */
const WORDS = Number(process.env.WORDS ?? numRuns(5, 50))

let demo: Demo

test.beforeAll(async () => {
  demo = await sharedDemo()
})

const heading = (page: Page) => page.locator('hashbang-outlet h1')

test('a reader clicks, goes back, reloads, follows a deep link and searches', async ({ page }) => {
  await page.goto(demo.origin)
  await expect(heading(page)).toContainText('words')
  await expect(page).toHaveTitle(/Lexicon/)

  await page.getByRole('link', { name: /^serendipity/ }).click()
  await expect(heading(page)).toHaveText('serendipity')
  expect(page.url()).toBe(`${demo.origin}/#!/word/serendipity`)
  await expect(page).toHaveTitle(/serendipity/)

  await page.locator('lexicon-word a[href^="#!/word/"]:not([href*="serendipity"])').first().click()
  await expect(heading(page)).not.toHaveText('serendipity')
  await page.goBack()
  await expect(heading(page)).toHaveText('serendipity')
  await page.goForward()
  await expect(heading(page)).not.toHaveText('serendipity')
  await page.goBack()
  await page.reload()
  await expect(heading(page)).toHaveText('serendipity')

  await page.goto(`${demo.origin}/#!/browse/k?page=2`)
  await expect(heading(page)).toContainText('K')
  await expect(page).toHaveTitle(/page 2/)

  await page.getByRole('combobox').fill('greek hero')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${demo.origin}/#!/search?q=greek%20hero`)
  await page.getByRole('link', { name: /Ajax/ }).first().click()
  await expect(heading(page)).toHaveText('Ajax')

  await page.goBack()
  await page.goBack()
  await page.goBack()
  await expect(heading(page)).toHaveText('serendipity')
})

test('a bare state of 2009 leads to its word', async ({ page }) => {
  await page.goto(`${demo.origin}/#!AJAX`)
  await expect(heading(page)).toHaveText('Ajax')
  expect(page.url()).toBe(`${demo.origin}/#!/word/ajax`)
})

test('a key=value state lists the words of a part of speech', async ({ page }) => {
  await page.goto(`${demo.origin}/#!letter=k&pos=verb`)
  await expect(heading(page)).toContainText(/verbs/i)
  await expect(page.getByRole('link', { name: /^kick/ }).first()).toBeVisible()
})

test('words and states that there are not are said not to be', async ({ page }) => {
  await page.goto(`${demo.origin}/#!/word/zzzz`)
  await expect(heading(page)).toContainText('zzzz')
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  await page.goto(`${demo.origin}/#!/no/such/state`)
  await expect(heading(page)).toBeVisible()
  await expect(page).toHaveTitle(/not found/i)
})

test('the fragment tag is in the document only while no state is shown', async ({ page }) => {
  const tag = page.locator('meta[name="fragment"]')
  await page.goto(demo.origin)
  await expect(heading(page)).toBeVisible()
  await expect(tag).toHaveCount(1)
  await page.goto(`${demo.origin}/#!/about`)
  await expect(heading(page)).toBeVisible()
  await expect(tag).toHaveCount(0)
  await page.goBack()
  await expect(tag).toHaveCount(1)
})

/** What a reader gets of a document, its shadow trees included. */
interface Content {
  readonly text: string
  readonly links: readonly string[]
  readonly title: string
  readonly canonical: string | null
  readonly description: string | null
}

/** Runs in the page: of its own document, or of a snapshot's HTML. */
function contentOf(snapshot: string | null): Content {
  const doc = snapshot === null ? document : new DOMParser().parseFromString(snapshot, 'text/html')
  const links: string[] = []
  const read = (node: Node): string => {
    if (node instanceof Text) return node.data
    if (!(node instanceof Element || node instanceof DocumentFragment)) return ''
    if (node instanceof Element && ['script', 'style', 'noscript'].includes(node.localName))
      return ''
    const tree = node instanceof Element ? (node.shadowRoot ?? node) : node
    const children = node instanceof HTMLSlotElement ? node.assignedNodes() : [...tree.childNodes]
    const text = children.map(read).join(' ')
    if (node instanceof HTMLAnchorElement) {
      links.push(`${node.getAttribute('href')} ${text.replace(/\s+/g, ' ').trim()}`)
    }
    return text
  }
  const main = doc.querySelector('hashbang-outlet') as Element
  return {
    text: read(main).replace(/\s+/g, ' ').trim(),
    links,
    title: doc.title,
    canonical: doc.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? null,
    description: doc.querySelector('meta[name="description"]')?.getAttribute('content') ?? null,
  }
}

/** The same at whichever end of the list, given the same seed. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

async function randomWords(count: number, seed: number): Promise<string[]> {
  const lexicon = fetchLexicon(demo.origin)
  const { letters, lemmas } = await lexicon.counts()
  const draw = random(seed)
  const pick = async () => {
    let left = Math.floor(draw() * lemmas)
    for (const { letter, lemmas: size } of letters) {
      if (left >= size) left -= size
      else {
        const list = await lexicon.browse(letter, Math.floor(left / 100) + 1)
        return list?.entries[left % 100]?.key ?? ''
      }
    }
    throw new Error('The letters have fewer words than there are')
  }
  return Promise.all(Array.from({ length: count }, pick))
}

async function compare(page: Page, state: string): Promise<void> {
  const pretty = `${demo.origin}/${state === '' ? '' : `#!${state}`}`
  const ugly = state === '' ? `${demo.origin}/?_escaped_fragment_=` : (toUglyUrl(pretty) as string)
  const html = await (await fetch(ugly)).text()
  const snapshot = await page.evaluate(contentOf, html)
  await page.goto(pretty)
  // What the server has sent with the page itself has the same canonical link: the app has to be in its place.
  await page.waitForFunction((canonical) => {
    const [outlet, ...others] = document.querySelectorAll('hashbang-outlet')
    const own = document.querySelector('link[rel="canonical"]')?.getAttribute('href')
    const { page } = (outlet ?? {}) as { page?: object | null }
    return own === canonical && others.length === 0 && page != null
  }, snapshot.canonical)
  expect(await page.evaluate(contentOf, null), state).toEqual(snapshot)
}

test(`${WORDS} random words, by SEED, read the same in the browser and in their snapshots`, async ({
  page,
}) => {
  await page.goto(demo.origin)
  for (const word of await randomWords(WORDS, seed)) {
    await compare(page, `/word/${encodeURIComponent(word)}`)
  }
})

const KINDS = [
  '',
  '/browse/q',
  '/search?q=greek%20hero',
  'pos=adverb&letter=y',
  '/about',
  '/word/zzzz',
]
const MORE_OF_A_KIND = [
  ...['/browse/0?page=2', '/search?q=qqqqq', 'pos=verb', '/word/take', '/no/such/state'],
]

for (const [what, states, level] of [
  ['every kind of page', KINDS, {}],
  ['more of a kind', MORE_OF_A_KIND, { tag: '@nightly' }],
] as const) {
  test(`${what} reads the same in the browser and in its snapshot`, level, async ({ page }) => {
    await page.goto(demo.origin)
    for (const state of states) await compare(page, state)
  })
}

test('the addresses that the server prints both answer', async () => {
  expect(demo.pretty).toContain('#!')
  expect((await fetch(demo.pretty)).status).toBe(200)
  const response = await fetch(demo.ugly)
  expect(response.status).toBe(200)
  const html = await response.text()
  expect(html).toContain('<h1>Ajax</h1>')
  expect(html).toContain(`<link rel="canonical" href="${demo.pretty}">`)
  expect(html).not.toMatch(/<script|name="fragment"/)
})

test('a port that is taken is said in a sentence', async () => {
  const { port } = new URL(demo.origin)
  await expect(startDemo({ PORT: port })).rejects.toThrow(
    `"port" is ${port}, and another program listens there`,
  )
})
