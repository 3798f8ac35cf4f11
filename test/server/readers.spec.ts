/** Who came: by kind in metrics, log and `hashbang log`; and the dashboard asks for what there is. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { parser } from '@prometheus-io/lezer-promql'
import { createLog } from '../../dist/server/observe/log.js'
import { startBackend, startSite, uglyUrl } from '../fixtures/site/site.ts'
import { hashbang } from '../tools/command.ts'
import { logged } from './observe/logged.ts'

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
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
  const site = await startSite({ monitoring: { metrics: '/metrics', readers: true } })
  const get = (agent: string, url: string) => fetch(url, { headers: { 'user-agent': agent } })
  await get(CHROME, site.url)
  await get('GPTBot/1.2', uglyUrl(site.url, '/items/1'))
  await get('Nutch', uglyUrl(site.url, '/items/1'))
  await get('Nutch', uglyUrl(site.url, '/nowhere/at/all'))
  const told = await (await fetch(`${site.url}/metrics`)).text()
  expect(told).toContain('hashbang_readers_total{reader="person",source="shell",status="2xx"} 1')
  expect(told).toContain('hashbang_readers_total{reader="model",source="rendered",status="2xx"} 1')
  expect(told).toContain('hashbang_readers_total{reader="scheme",source="hit",status="2xx"} 1')
  expect(told).toContain('hashbang_readers_total{reader="scheme",source="rendered",status="4xx"} 1')
  expect(told).toContain('hashbang_reader_seconds_count{reader="scheme"} 2')
  expect(site.events).toContainEqual(expect.objectContaining({ type: 'answered', reader: 'model' }))
  await site.stop()
  await backend.close()

  const { panels } = JSON.parse(readFileSync('examples/grafana/dashboard.json', 'utf8')) as {
    panels: { title: string; targets: { expr: string; legendFormat: string }[] }[]
  }
  const there = exposed(told)
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
  expect(told).toContain('# TYPE hashbang_cache_tier_up gauge')
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

  const log = () => `${logged(createLog).join('\n')}\n`
  const RUBBISH = [
    '',
    'answered',
    '{"type":"answered"',
    '{"type":"answered","status":"200"}',
    '{"type":"answered","status":99999}',
    'null "answered"',
    `{"type":"answered","x":"${'x'.repeat(3_000_000)}","status":200}`,
  ].join('\n')

  test('gives what came, of plain and gzipped files, and of standard input', async () => {
    const plain = file('plain.log', `${log()}${RUBBISH}\n`)
    const zipped = file('old.gz', gzipSync(log()))
    const child = spawn(process.execPath, ['dist/server/cli/main.js', 'log'], {
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined },
    })
    child.stdin.end(gzipSync(log()))
    const [{ code, stdout }, table, ended] = await Promise.all([
      hashbang(['log', plain, zipped, '--json']),
      text(child.stdout),
      once(child, 'close'),
    ])
    const { readers, lines, others } = JSON.parse(stdout)
    expect(code).toBe(0)
    expect(Object.keys(readers)).toEqual(['scheme', 'model', 'person', 'unknown'])
    expect(readers.model).toMatchObject({
      requests: 200,
      pages: 200,
      misses: 0,
      statuses: { 200: 200 },
    })
    // The line that is too long is one of the others.
    expect([lines, others]).toEqual([217, 11])
    expect(ended).toEqual([0, null])
    expect(table).toMatch(
      /^readers +requests +pages +misses +half ms +95 % ms +2xx +3xx +4xx +5xx\n/,
    )
    expect(table).toMatch(/\nmodel +100 +100 +0 +\S+ +\S+ +100 +0 +0 +0\n/)
    expect(table).toMatch(/\nscheme +1 +1 +1 +\S+ +\S+ +0 +0 +1 +0\n/)
  })

  test('says what it cannot read', { tag: '@nightly' }, async () => {
    const cutFile = file('cut.gz', gzipSync(log()).subarray(0, 200))
    const [empty, missing, cut] = await Promise.all([
      hashbang(['log', file('empty.log', '')]),
      hashbang(['log', join(folder, 'none')]),
      hashbang(['log', cutFile]),
    ])
    expect([empty.code, empty.stdout]).toEqual([0, ''])
    expect(empty.stderr).toContain('--log-level debug')
    expect([missing.code, missing.stderr]).toEqual([3, expect.stringContaining('ENOENT')])
    expect([cut.code, cut.stderr]).toEqual([3, expect.stringContaining('cut.gz')])
  })
})
