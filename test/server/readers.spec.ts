/** Who came: by kind in metrics, log and `hashbang log`; and the dashboard asks for what there is. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { parser } from '@prometheus-io/lezer-promql'
import { createLog } from '../../dist/server/observe/log.js'
import { createReaderOf, loadAgents, READER_KINDS } from '../../dist/server/observe/reader-kinds.js'
import { startBackend, startSite, uglyUrl } from '../fixtures/site/site.ts'
import { hashbang } from '../tools/command.ts'

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
  // More than are remembered.
  for (let id = 0; id < 2100; id++) {
    expect(READER_KINDS).toContain(readerOf(`${'x'.repeat(id % 700)}${id}`, id % 2 === 0))
  }
  expect(readerOf(`${'x'.repeat(100_000)} Googlebot/2.1`, false)).toBe('program')
})

/** Names and labels that a site gives Prometheus. */
function exposed(text: string) {
  const metrics = new Map<string, Set<string>>()
  for (const line of text.split('\n')) {
    const [, name, labels = ''] = /^([a-z_]\w*)(?:\{(.*)\})? \S+$/.exec(line) ?? []
    if (name === undefined) continue
    const known = metrics.get(name) ?? new Set<string>()
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
    metrics.set(name, known)
  }
  // Prometheus adds these.
  for (const labels of metrics.values()) labels.add('job').add('instance')
  return metrics
}

/** What a query asks for: metrics with the labels it names; throws where it is none. */
function askedBy(query: string) {
  const text = query.replaceAll('$__rate_interval', '1m')
  const asked: { name: string; labels: string[] }[] = []
  const by: string[] = []
  parser.parse(text).iterate({
    enter({ type, node, from, to }) {
      if (type.isError) throw new SyntaxError(`${query}: at ${from}`)
      if (type.name === 'VectorSelector') {
        const name = text.slice(node.firstChild?.from, node.firstChild?.to)
        asked.push({ name, labels: [] })
      }
      if (type.name === 'LabelName') {
        if (node.parent?.name === 'GroupingLabels') by.push(text.slice(from, to))
        else asked.at(-1)?.labels.push(text.slice(from, to))
      }
    },
  })
  return asked.map(({ name, labels }) => ({ name, labels: [...labels, ...by] }))
}

test('the metrics and the log say who asked, and all that the dashboard asks for is there', async () => {
  const backend = await startBackend()
  const site = await startSite({ metrics: '/metrics', readers: true })
  const get = (agent: string, url: string) => fetch(url, { headers: { 'user-agent': agent } })
  await get(CHROME, site.url)
  await get('GPTBot/1.2', uglyUrl(site.url, '/items/1'))
  await get('Nutch', uglyUrl(site.url, '/items/1'))
  await get('Nutch', uglyUrl(site.url, '/nowhere/at/all'))
  const text = await (await fetch(`${site.url}/metrics`)).text()
  expect(text).toContain('hashbang_readers_total{reader="person",source="shell",status="2xx"} 1')
  expect(text).toContain('hashbang_readers_total{reader="model",source="rendered",status="2xx"} 1')
  expect(text).toContain('hashbang_readers_total{reader="scheme",source="hit",status="2xx"} 1')
  expect(text).toContain('hashbang_readers_total{reader="scheme",source="rendered",status="4xx"} 1')
  expect(text).toContain('hashbang_reader_seconds_count{reader="scheme"} 2')
  expect(site.events).toContainEqual(expect.objectContaining({ type: 'answered', reader: 'model' }))
  await site.stop()
  await backend.close()

  const { panels } = JSON.parse(readFileSync('examples/grafana/dashboard.json', 'utf8')) as {
    panels: { title: string; targets: { expr: string; legendFormat: string }[] }[]
  }
  const there = exposed(text)
  // Has no value until a tier fails.
  there.set('hashbang_cache_tier_up', new Set(['tier', 'job', 'instance']))
  const queries = panels.flatMap(({ targets }) => targets)
  expect(queries.length).toBeGreaterThan(10)
  const wrong = queries.flatMap(({ expr, legendFormat }) => {
    const legend = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label)
    const asked = askedBy(expr)
    expect(asked.length).toBeGreaterThan(0)
    return asked.flatMap(({ name, labels }) =>
      [...labels, ...legend]
        .filter((label) => !there.get(name)?.has(label) && label !== 'le')
        .map((label) => `${name} ${label}`),
    )
  })
  expect(wrong).toEqual([])
  expect(text).toContain('# TYPE hashbang_cache_tier_up gauge')
})

test('a dashboard that asks for what is not there would be found', () => {
  expect(() => askedBy('sum(rate(a{b="c"}[5m])')).toThrow(SyntaxError)
  expect(askedBy('sum by (x) (rate(a_total{b="c"}[$__rate_interval]))')).toEqual([
    { name: 'a_total', labels: ['b', 'x'] },
  ])
})

test.describe('hashbang log', () => {
  let folder: string
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  test.beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'hashbang-log-'))
  })
  test.afterAll(() => rmSync(folder, { recursive: true }))

  /** Lines as the server writes them. */
  function logged(): string {
    let text = ''
    const { observe, logger } = createLog('debug', {
      write(line) {
        text += line
      },
    })
    const at = { page: '/', type: 'answered' } as const
    for (let id = 1; id <= 100; id++)
      observe({ ...at, state: `/${id}`, status: 200, source: 'hit', time: id, reader: 'model' })
    observe({ ...at, state: '/x', status: 404, source: 'rendered', time: 5, reader: 'scheme' })
    observe({ ...at, state: null, status: 200, source: 'shell', time: 1, reader: 'person' })
    observe({ ...at, state: '/y', status: 503, source: 'waited', time: 1 })
    observe({ type: 'rendered', state: 'an "answered" one', outcome: 'snapshot', time: 1 })
    logger.info('serving')
    return text
  }
  const RUBBISH = [
    '',
    'answered',
    '{"type":"answered"',
    '{"type":"answered","status":"200"}',
    '{"type":"answered","status":99999}',
    'null "answered"',
    `{"type":"answered","x":"${'x'.repeat(3_000_000)}","status":200}`,
  ].join('\n')

  test('gives requests, pages, misses, times and statuses by reader, of plain and gzipped files, past what is no line of it', async () => {
    const plain = file('plain.log', `${logged()}${RUBBISH}\n`)
    const zipped = file('old.gz', gzipSync(logged()))
    const { code, stdout } = await hashbang(['log', plain, zipped, '--json'])
    const { readers, lines, others, from, to } = JSON.parse(stdout)
    expect(code).toBe(0)
    expect(Object.keys(readers)).toEqual(['scheme', 'model', 'person', 'unknown'])
    expect(readers.model).toMatchObject({
      requests: 200,
      pages: 200,
      misses: 0,
      statuses: { 200: 200 },
    })
    expect(readers.model.time.half).toBeGreaterThan(45)
    expect(readers.model.time.half).toBeLessThan(56)
    expect(readers.model.time.most).toBeGreaterThan(90)
    expect(readers.model.time.most).toBeLessThan(105)
    expect(readers.scheme).toMatchObject({ requests: 2, pages: 2, misses: 2, statuses: { 404: 2 } })
    expect(readers.person).toMatchObject({ requests: 2, pages: 0 })
    expect([lines, others]).toEqual([217, 11])
    expect(Date.parse(to)).toBeGreaterThanOrEqual(Date.parse(from))
    const table = (await hashbang(['log', plain])).stdout
    expect(table).toMatch(
      /^readers +requests +pages +misses +half ms +95 % ms +2xx +3xx +4xx +5xx\n/,
    )
    expect(table).toMatch(/\nscheme +1 +1 +1 +\S+ +\S+ +0 +0 +1 +0\n/)
  })

  test('reads standard input; says what it cannot read', async () => {
    const child = spawn(process.execPath, ['dist/server/cli/main.js', 'log', '--json'])
    child.stdin.end(gzipSync(logged()))
    let text = ''
    child.stdout.on('data', (data) => {
      text += data
    })
    expect(await once(child, 'close')).toEqual([0, null])
    expect(JSON.parse(text).readers.model.requests).toBe(100)

    const empty = await hashbang(['log', file('empty.log', '')])
    expect([empty.code, empty.stdout]).toEqual([0, ''])
    expect(empty.stderr).toContain('--log-level debug')
    const missing = await hashbang(['log', join(folder, 'none')])
    expect([missing.code, missing.stderr]).toEqual([3, expect.stringContaining('ENOENT')])
    const cut = await hashbang(['log', file('cut.gz', gzipSync(logged()).subarray(0, 200))])
    expect([cut.code, cut.stderr]).toEqual([3, expect.stringContaining('cut.gz')])
  })
})
