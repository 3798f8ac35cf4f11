/** Which content coding a client takes, and who prefers Markdown to HTML. */
import { expect } from '@playwright/test'
import {
  acceptedCodings,
  prefersMarkdown,
} from '../../../../server/cache/response/http-semantics.ts'
import { suite } from '../../../run/suite.ts'
import { list, rows } from '../../helpers/rows.ts'

const test = suite('negotiation')

for (const [coding, ...all] of rows`
  br       | gzip, deflate, br | *
  gzip     | gzip, deflate     | GZIP         | br;q=0.5, gzip
  gzip     | br;q=0, *
  identity | *;q=0             | identity     | gzip;q=nonsense
  identity | ,;,;,q=
`) {
  for (const accepted of all.filter(Boolean))
    test(`takes "${accepted}" for ${coding}`, () =>
      expect(acceptedCodings(accepted)[0]).toBe(coding))
}

const MARKDOWN = list`
  text/markdown | TEXT/Markdown | text/markdown;charset=utf-8 | text/markdown, text/html
  text/markdown, text/html;q=0.5 | text/markdown;q=0.9, */*;q=0.1 | text/markdown, */*
  text/html;q=0, */*
`
const HTML = list`
  '' | */* | text/* | text/html, text/markdown | text/markdown;q=0.5, text/html | text/markdown;q=0
  text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8 | application/json | ;;;,,,=
`.concat(`${'a/b,'.repeat(5000)}text/markdown`)

for (const accept of [...MARKDOWN, ...HTML, undefined]) {
  const prefers = MARKDOWN.includes(accept ?? '')
  test(`"${accept?.slice(0, 40)}" ${prefers ? 'prefers' : 'does not prefer'} Markdown`, () =>
    expect(prefersMarkdown(accept)).toBe(prefers))
}
