/**
 * The demo as a person walks through it, and as a crawler fetches it: the same words, links,
 * titles.
 */
import { expect, type Page, test } from '@playwright/test'
import { toUglyUrl } from 'hashbang-router'
import { type Demo, sharedDemo } from './server.ts'

let demo: Demo
test.beforeAll(async () => {
  demo = await sharedDemo()
})

const heading = (page: Page) => page.locator('hashbang-outlet h1')

test('a bare state of 2009 leads to its word, a key=value state to its list', async ({ page }) => {
  await page.goto(`${demo.origin}/#!AJAX`)
  await expect(heading(page)).toHaveText('Ajax')
  expect(page.url()).toBe(`${demo.origin}/#!/word/ajax`)
  await page.goto(`${demo.origin}/#!letter=k&pos=verb`)
  await expect(heading(page)).toContainText(/verbs/i)
  await expect(page.getByRole('link', { name: /^kick/ }).first()).toBeVisible()
})

/** Runs in the page: the text that a reader gets of its own document, or of a snapshot's HTML. */
function contentOf(snapshot: string | null) {
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
    if (node instanceof HTMLAnchorElement)
      links.push(`${node.getAttribute('href')} ${text.replace(/\s+/g, ' ').trim()}`)
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

const STATES = [
  '',
  '/word/take',
  '/browse/q',
  '/search?q=greek%20hero',
  'pos=adverb&letter=y',
  '/about',
  '/word/recieve',
]

test('every kind of page reads the same in the browser and in its snapshot', async ({ page }) => {
  await page.goto(demo.origin)
  for (const state of STATES) {
    const pretty = `${demo.origin}/${state === '' ? '' : `#!${state}`}`
    const ugly = state === '' ? `${demo.origin}/?_escaped_fragment_=` : toUglyUrl(pretty)
    const snapshot = await page.evaluate(contentOf, await (await fetch(ugly ?? '')).text())
    await page.goto(pretty)
    // The page from the server has the same canonical link: the app has to take its place.
    await page.waitForFunction((canonical) => {
      const [outlet, ...others] = document.querySelectorAll('hashbang-outlet')
      const own = document.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? null
      const { page } = (outlet ?? {}) as { page?: object | null }
      return own === canonical && others.length === 0 && page != null
    }, snapshot.canonical)
    expect(await page.evaluate(contentOf, null), state).toEqual(snapshot)
  }
})
