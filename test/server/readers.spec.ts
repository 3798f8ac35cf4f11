/** Who came: by kind in metrics, log and `hashbang log`; and the dashboard asks for what there is. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { parser } from '@prometheus-io/lezer-promql'
import { createLog } from '../../dist/server/observe/log.js'
import { startSite, uglyUrl } from '../fixtures/site/site.ts'
import { hashbang } from '../tools/command.ts'
import { logged } from './observe/logged.ts'

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'

/** Names that a site gives Prometheus, each with its labels. */
const exposed = (text: string) =>
  [...text.matchAll(/^([a-z_]\w*)(?:\{(.*)\})? \S+$/gm)].flatMap(([, name, labels = '']) =>
    [...labels.matchAll(/(\w+)="/g), ['', '']].map(([, label]) => `${name} ${label}`.trim()),
  )

/** What a query asks for: metrics, each with the labels that it is asked by; throws where it is none. */
function askedBy(query: string): string[] {
  const text = query.replaceAll('$__rate_interval', '1m')
  const names: string[] = []
  const by: string[] = []
  const asked: string[] = []
  parser.parse(text).iterate({
    enter({ type, node, from, to }) {
      if (type.isError) throw new SyntaxError(`${query}: at ${from}`)
      const said = text.slice(from, to)
      if (type.name === 'VectorSelector')
        names.push(text.slice(node.firstChild?.from, node.firstChild?.to))
      else if (type.name === 'LabelName' && node.parent?.name === 'GroupingLabels') by.push(said)
      else if (type.name === 'LabelName') asked.push(`${names.at(-1)} ${said}`)
    },
  })
  return [...names, ...asked, ...names.flatMap((name) => by.map((label) => `${name} ${label}`))]
}

test('the metrics and the log say who asked, and all that the dashboard asks for is there', async () => {
  const site = await startSite({ monitoring: { metrics: '/metrics', readers: true } })
  const get = (agent: string, url: string) => fetch(url, { headers: { 'user-agent': agent } })
  await get(CHROME, site.url)
  await get('GPTBot/1.2', uglyUrl(site.url, '/items/1'))
  await get('Nutch', uglyUrl(site.url, '/items/1'))
  await get('Nutch', uglyUrl(site.url, '/nowhere/at/all'))
  const told = await (await fetch(`${site.url}/metrics`)).text()
  for (const line of [
    'readers_total{reader="person",source="shell",status="2xx"} 1',
    'readers_total{reader="model",source="rendered",status="2xx"} 1',
    'readers_total{reader="scheme",source="hit",status="2xx"} 1',
    'readers_total{reader="scheme",source="rendered",status="4xx"} 1',
    'reader_seconds_count{reader="scheme"} 2',
  ])
    expect(told).toContain(`hashbang_${line}`)
  expect(site.events).toContainEqual(expect.objectContaining({ type: 'answered', reader: 'model' }))
  await site.stop()

  const { panels } = JSON.parse(readFileSync('examples/grafana/dashboard.json', 'utf8')) as {
    panels: { targets: { expr: string; legendFormat: string }[] }[]
  }
  const there = new Set([
    ...exposed(told),
    // Has no value until a tier fails.
    ...['hashbang_cache_tier_up', 'hashbang_cache_tier_up tier'],
  ])
  expect(told).toContain('# TYPE hashbang_cache_tier_up gauge')
  const queries = panels.flatMap(({ targets }) => targets)
  expect(queries.length).toBeGreaterThan(10)
  const wrong = queries.flatMap(({ expr, legendFormat }) => {
    const asked = askedBy(expr)
    const legend = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label)
    const names = asked.filter((one) => !one.includes(' '))
    expect(names.length).toBeGreaterThan(0)
    // Prometheus adds the first two, and takes the third away.
    return [...asked, ...names.flatMap((name) => legend.map((label) => `${name} ${label}`))].filter(
      (one) => !/ (?:job|instance|le)$/.test(one) && !there.has(one),
    )
  })
  expect(wrong).toEqual([])
})

test('a dashboard that asks for what is not there would be found', () => {
  expect(() => askedBy('sum(rate(a{b="c"}[5m])')).toThrow(SyntaxError)
  const query = 'sum by (x) (rate(a_total{b="c"}[$__rate_interval]))'
  expect(askedBy(query)).toEqual(['a_total', 'a_total b', 'a_total x'])
  expect(exposed('a_total{b="c"} 1\n')).toEqual(['a_total b', 'a_total'])
})

test.describe('hashbang log', () => {
  const file = (name: string, content: string | Buffer) => {
    const path = test.info().outputPath(name)
    writeFileSync(path, content)
    return path
  }
  const log = () => `${logged(createLog).join('\n')}\n`

  test('gives what came, of plain and gzipped files, and of standard input', async () => {
    const endless = `{"type":"answered","x":"${'x'.repeat(3_000_000)}","status":200}`
    const plain = file('plain.log', `${log()}answered\n${endless}\n`)
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
    expect(readers.model).toMatchObject({ requests: 200, pages: 200, statuses: { 200: 200 } })
    // The line that is too long is one of the others.
    expect([lines, others]).toEqual([212, 6])
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
      hashbang(['log', test.info().outputPath('none')]),
      hashbang(['log', cutFile]),
    ])
    expect([empty.code, empty.stdout]).toEqual([0, ''])
    expect(empty.stderr).toContain('--log-level debug')
    expect([missing.code, missing.stderr]).toEqual([3, expect.stringContaining('ENOENT')])
    expect([cut.code, cut.stderr]).toEqual([3, expect.stringContaining('cut.gz')])
  })
})
