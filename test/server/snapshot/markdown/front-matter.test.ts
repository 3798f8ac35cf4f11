/** What stands before the Markdown of a page: its title, description and date are data and nothing else. */
import { expect } from '@playwright/test'
import { parse as parseYaml } from 'yaml'
import { frontMatter } from '../../../../server/snapshot/markdown/front-matter.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('front-matter')

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const TITLES = [
  'a: b',
  '---\ncanonical: http://evil.test/',
  '"quoted" and \\ back',
  '- a',
  '# not a comment',
  '{a: 1}',
  '!!js/function x',
  '\u2028\u0085\ufeff\x7f',
  '日本',
  'null',
  '&anchor *alias',
]
for (const title of TITLES) {
  test(`the title ${JSON.stringify(title)} is a title and nothing else`, () => {
    const html = `<title>${escapeHtml(title)}</title><meta name="description" content="${escapeHtml(title)}">`
    const text = frontMatter(html, { canonical: 'https://a.test/s/x' })
    expect(text).toMatch(/^---\n(?:(?!---).*\n)+---\n$/)
    const shown = title.replace(/\s+/g, ' ').trim()
    expect(parseYaml(text.slice(4, -4))).toEqual({
      ...(shown === '' ? {} : { title: shown, description: shown }),
      canonical: 'https://a.test/s/x',
    })
  })
}

const DATES: [what: string, head: string, date: string | undefined][] = [
  ['a meta tag', '<meta name=date content="2024-02-03">', '2024-02-03'],
  [
    'Open Graph',
    '<meta property="article:published_time" content="2024-02-03T04:05Z">',
    '2024-02-03T04:05Z',
  ],
  [
    'another way to write it',
    '<meta name=date content="3 Feb 2024 UTC">',
    '2024-02-03T00:00:00.000Z',
  ],
  [
    'linked data',
    '<script type="application/ld+json">{"@graph":[{"datePublished":"2024-02-03"}]}</script>',
    '2024-02-03',
  ],
  ['no date', '<meta name=date content="soon\n---">', undefined],
  [
    'linked data that is none',
    '<script type="application/ld+json">{"datePublished":</script>',
    undefined,
  ],
]
for (const [what, head, date] of DATES) {
  test(`the date of ${what} is ${date}`, () => {
    const text = frontMatter(head, { canonical: 'https://a.test/' })
    expect(/^date: (.*)$/m.exec(text)?.[1]).toBe(date)
  })
}
