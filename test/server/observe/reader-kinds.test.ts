/** Readers are told apart by what they call themselves, and whatever that is, they are of one of the kinds. */
import { expect } from '@playwright/test'
import { createReaderOf, loadAgents, READER_KINDS } from '../../../server/observe/reader-kinds.ts'
import { suite } from '../../run/suite.ts'

const test = suite('reader-kinds')

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
const readerOf = createReaderOf(loadAgents())

for (const [agent, kind, ugly] of [
  [CHROME, 'person', 'scheme'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    'person',
    'scheme',
  ],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'search', 'scheme'],
  ['MyCrawler/Nutch-1.20', 'search', 'scheme'],
  [
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
    'model',
    'model',
  ],
  ['Mozilla/5.0 (compatible; Claude-User/1.0; +Claude-User@anthropic.com)', 'model', 'model'],
  [
    'Mozilla/5.0 (compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)',
    'model',
    'model',
  ],
  ['facebookexternalhit/1.1', 'preview', 'preview'],
  ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', 'preview', 'preview'],
  [
    'Mozilla/5.0 (compatible; archive.org_bot +http://archive.org/details/archive.org_bot)',
    'archive',
    'archive',
  ],
  ['curl/8.5.0', 'program', 'scheme'],
  ['something else', 'program', 'scheme'],
  ['', 'program', 'scheme'],
  [undefined, 'program', 'scheme'],
] as const) {
  test(`"${agent}" is of the kind ${kind}, and ${ugly} at an ugly URL`, () => {
    expect([readerOf(agent, false), readerOf(agent, true)]).toEqual([kind, ugly])
  })
}

test('whatever an agent calls itself is one of the kinds', () => {
  const isKind = (agent: string, isUgly: boolean) => READER_KINDS.includes(readerOf(agent, isUgly))
  // More than are remembered, and some that are longer than what is looked at.
  const short = Array.from({ length: 2100 }, (_, id) => `x${id}`)
  const long = Array.from({ length: 20 }, (_, id) => `${'x'.repeat(id * 35)}${id}`)
  const agents = [...short, ...long]
  expect(agents.filter((agent, at) => !isKind(agent, at % 2 === 0))).toEqual([])
  expect(readerOf(`${'x'.repeat(100_000)} Googlebot/2.1`, false)).toBe('program')
})
