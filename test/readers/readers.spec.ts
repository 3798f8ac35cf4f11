// Ten programs of npm and Debian that read the web read 20 pages at their readable addresses, Lit's
// included: title, description and text are those of the page.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { type StartedSite, startSite } from '../fixtures/site/site.ts'
import { installPackages, npmProject } from '../npm-project.ts'
import { descriptionOf, KINDS, NAMES, paragraphsOf, titleOf } from './app.js'

interface Read {
  readonly reader: string
  readonly url: string
  readonly title?: string
  readonly description?: string
  readonly card?: string
  readonly text?: string
}

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const PROJECT = npmProject(file('project'), 'readers')
const PAGES = KINDS.flatMap((kind) => NAMES.map((name) => ({ kind, name })))
const PYTHON = '/usr/bin/python3'
const BUFFER = { maxBuffer: 32 * 2 ** 20 }

let site: StartedSite
test.beforeAll(async () => {
  site = await startSite({ pages: { '/': { shell: file('index.html'), app: file('app.js') } } })
})
test.afterAll(() => site.stop())

const urlOf = ({ kind, name }: (typeof PAGES)[number]) =>
  `${site.url}/s/${kind}/${encodeURIComponent(name)}`
const run = async (command: string, args: readonly string[], cwd = '.') =>
  (await promisify(execFile)(command, args, { ...BUFFER, cwd })).stdout

const squeezed = (text: string) => text.replace(/\s+/g, ' ')

/** Each fact that a reader gives is the page's own. */
function check(read: readonly Read[]): void {
  const wrong = PAGES.flatMap((page) =>
    read
      .filter(({ url }) => url === urlOf(page))
      .flatMap(({ reader, title, description, card, text }) => {
        const [own, said] = [titleOf(page.name, page.kind), descriptionOf(page.name)]
        const rights = [
          title === undefined || title === own,
          // metascraper writes typographic quotes.
          description === undefined || description.replaceAll(/[“”]/g, '"') === said,
          card === undefined || card === `${own}: ${said}`,
          text === undefined ||
            paragraphsOf(page.name).every((line) => squeezed(text).includes(line)),
        ]
        return rights.every(Boolean) ? [] : [{ reader, page, title, description, card, text }]
      }),
  )
  expect(wrong).toEqual([])
}

test('six readers of npm read 20 pages right', async () => {
  const failure = installPackages(PROJECT)
  test.skip(failure !== null, `the packages could not be installed: ${failure}`)
  const read: Read[] = JSON.parse(
    await run('node', ['read.js', ...PAGES.map(urlOf)], PROJECT.folder),
  )
  expect(new Set(read.map(({ reader }) => reader)).size).toBe(6)
  expect(read).toHaveLength(6 * PAGES.length)
  for (const { reader, title, description, text } of read) {
    const facts = /readability|cheerio/.test(reader)
      ? [title, description, text]
      : [title, description]
    expect(facts, reader).not.toContain(undefined)
  }
  check(read)
})

test('readability and Scrapy of Python read 20 pages right', async () => {
  const read: Read[] = JSON.parse(
    await run(PYTHON, [file('read.py'), ...PAGES.map(urlOf)]).catch(() => '[]'),
  )
  const readers = [...new Set(read.map(({ reader }) => reader))]
  test.skip(readers.length === 0, 'neither python3-readability nor python3-scrapy is installed')
  test.info().annotations.push({ type: 'read by', description: readers.join() })
  check(read)
})

for (const browser of ['lynx', 'w3m'])
  test(`${browser} shows 20 pages right`, async () => {
    const isThere = await run(browser, ['-version']).then(
      () => true,
      () => false,
    )
    test.skip(!isThere, `${browser} is not installed`)
    const read = []
    for (const page of PAGES) {
      const url = urlOf(page)
      const wide = browser === 'lynx' ? ['-width=990'] : ['-cols', '990']
      const text = await run(browser, ['-dump', ...wide, url])
      read.push({ reader: browser, url, text: text.replaceAll(/\n\s*/g, ' ') })
    }
    check(read)
  })
