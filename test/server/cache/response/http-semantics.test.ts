/** The content coding that a client accepts, and clients that prefer Markdown to HTML. */
import { expect } from '@playwright/test'
import {
  acceptedCodings,
  freshness,
  prefersMarkdown,
} from '../../../../server/cache/response/http-semantics.ts'
import { suite } from '../../../run/suite.ts'
import { list, rows } from '../../helpers/rows.ts'

const test = suite('negotiation')
const testFreshness = suite('freshness')

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

testFreshness(
  'the header has the rest of the fresh and the stale time, so that no cache on the way adds to it',
  () => {
    const headers = [0, 1500, 60_000, 61_000, 3_659_500, 9_999_999].map((age) =>
      freshness(60_000, age, 3_600_000),
    )
    const rest = (fresh: number, stale: number) =>
      `max-age=${fresh}, stale-while-revalidate=${stale}, stale-if-error=${stale}`
    expect(headers).toEqual([
      rest(60, 3600),
      rest(59, 3600),
      rest(0, 3600),
      rest(0, 3599),
      'max-age=0',
      'max-age=0',
    ])
    expect(freshness(999, 0, 3_600_000)).toBe('no-cache')
  },
)
