/**
 * The text before the Markdown of a page: its title, description and date are data and nothing
 * else.
 */
import { expect } from '@playwright/test'
import { parse as parseYaml } from 'yaml'
import { frontMatter } from '../../../../server/snapshot/markdown/front-matter.ts'
import { suite } from '../../../run/suite.ts'
import { list, rows } from '../../helpers/rows.ts'

const test = suite('front-matter')

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const LD = '<script type="application/ld+json">'

const TITLES = list`
  a: b | ---\ncanonical: http://evil.test/ | "quoted" and \ back | - a | # not a comment | {a: 1}
  !!js/function x | 日本 | null | &anchor *alias
`.concat('\u2028\u0085\ufeff\x7f')
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

for (const [source, head, date] of rows`
  a meta tag              | <meta name=date content="2024-02-03"> | 2024-02-03
  Open Graph
    | <meta property="article:published_time" content="2024-02-03T04:05Z"> | 2024-02-03T04:05Z
  another way to write it | <meta name=date content="3 Feb 2024 UTC"> | 2024-02-03T00:00:00.000Z
  linked data             | ${LD}{"@graph":[{"datePublished":"2024-02-03"}]}</script> | 2024-02-03
  no date                 | <meta name=date content="soon\n---"> | ''
  linked data that is none | ${LD}{"datePublished":</script> | ''
`) {
  test(`the date of ${source} is ${date || 'none'}`, () => {
    const text = frontMatter(head, { canonical: 'https://a.test/' })
    expect(/^date: (.*)$/m.exec(text)?.[1] ?? '').toBe(date)
  })
}
