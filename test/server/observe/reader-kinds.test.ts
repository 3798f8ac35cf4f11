/** Readers are told apart by what they call themselves, and whatever that is, they are of one of the kinds. */
import { expect } from '@playwright/test'
import { createReaderOf, loadAgents, READER_KINDS } from '../../../server/observe/reader-kinds.ts'
import { suite } from '../../run/suite.ts'
import { rows } from '../helpers/rows.ts'

const test = suite('reader-kinds')

const readerOf = createReaderOf(loadAgents())
const MOZILLA = 'Mozilla/5.0'
const LIKE = 'AppleWebKit/537.36 (KHTML, like Gecko'

// The kind of a reader, and at an ugly URL.
for (const [kind, ugly, agent] of rows`
  person  | scheme  | ${MOZILLA} (X11; Linux x86_64) ${LIKE}) Chrome/156.0.0.0 Safari/537.36
  person  | scheme  | ${MOZILLA} (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${LIKE}) Mobile/15E148 Safari/604.1
  search  | scheme  | ${MOZILLA} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)
  search  | scheme  | MyCrawler/Nutch-1.20
  model   | model   | ${MOZILLA} ${LIKE}; compatible; GPTBot/1.2; +https://openai.com/gptbot)
  model   | model   | ${MOZILLA} (compatible; Claude-User/1.0; +Claude-User@anthropic.com)
  model   | model   | ${MOZILLA} (compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)
  preview | preview | facebookexternalhit/1.1
  preview | preview | Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)
  archive | archive | ${MOZILLA} (compatible; archive.org_bot +http://archive.org/details/archive.org_bot)
  program | scheme  | curl/8.5.0
  program | scheme  | something else
  program | scheme  | ''
`) {
  test(`"${agent}" is of the kind ${kind}, and ${ugly} at an ugly URL`, () =>
    expect([readerOf(agent, false), readerOf(agent, true)]).toEqual([kind, ugly]))
}

test('whatever an agent calls itself is one of the kinds', () => {
  const isKind = (agent: string, isUgly: boolean) => READER_KINDS.includes(readerOf(agent, isUgly))
  // More than are remembered, and some that are longer than what is looked at.
  const short = Array.from({ length: 2100 }, (_, id) => `x${id}`)
  const long = Array.from({ length: 20 }, (_, id) => `${'x'.repeat(id * 35)}${id}`)
  expect([...short, ...long].filter((agent, at) => !isKind(agent, at % 2 === 0))).toEqual([])
  expect(readerOf(`${'x'.repeat(100_000)} Googlebot/2.1`, false)).toBe('program')
  expect([readerOf(undefined, false), readerOf(undefined, true)]).toEqual(['program', 'scheme'])
})
