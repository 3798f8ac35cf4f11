/** The dashboard and the alerts ask for metrics that there are. */
import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { parser } from '@prometheus-io/lezer-promql'
import { parse } from 'yaml'
import { startSite, uglyUrl } from '../fixtures/site/site.ts'

/** Names that a site gives Prometheus, each with its labels. */
const exposed = (text: string) =>
  [...text.matchAll(/^([a-z_]\w*)(?:\{(.*)\})? \S+$/gm)].flatMap(([, name, labels = '']) =>
    [...labels.matchAll(/(\w+)="/g), ['', '']].map(([, label]) => `${name} ${label}`.trim()),
  )

/** The metrics of a query, each with its labels; throws for an invalid query. */
function usedBy(query: string): string[] {
  const text = query.replaceAll('$__rate_interval', '1m')
  const names: string[] = []
  const by: string[] = []
  const labels: string[] = []
  parser.parse(text).iterate({
    enter({ type, node, from, to }) {
      if (type.isError) throw new SyntaxError(`${query}: at ${from}`)
      const part = text.slice(from, to)
      if (type.name === 'VectorSelector')
        names.push(text.slice(node.firstChild?.from, node.firstChild?.to))
      else if (type.name === 'LabelName' && node.parent?.name === 'GroupingLabels') by.push(part)
      else if (type.name === 'LabelName') labels.push(`${names.at(-1)} ${part}`)
    },
  })
  return [...names, ...labels, ...names.flatMap((name) => by.map((label) => `${name} ${label}`))]
}

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly for?: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string }
}

const textOf = (name: string) => readFileSync(`examples/grafana/${name}`, 'utf8')
const { panels } = JSON.parse(textOf('dashboard.json')) as {
  panels: { targets: { expr: string; legendFormat: string }[] }[]
}
const { groups } = parse(textOf('alerts.yaml')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)

/**
 * The metrics of a server that has answered a state, and the names of another that do not exist.
 */
let metrics: string
let agents: unknown[]
test.beforeAll(async () => {
  const site = await startSite({ metrics: '/metrics' })
  const agent = { headers: { 'user-agent': 'GPTBot/1.2' } }
  await fetch(uglyUrl(site.url, '/items/1'), agent)
  await fetch(uglyUrl(site.url, '/nowhere/at/all'), agent)
  metrics = await (await fetch(`${site.url}/metrics`)).text()
  agents = site.events.flatMap((event) => (event.type === 'answered' ? [event.userAgent] : []))
  await site.stop()
})

test('the log names the user agent, and the metrics name the source of an answer', () => {
  expect(agents).toEqual(['GPTBot/1.2', 'GPTBot/1.2'])
  expect(metrics).toContain('hashbang_answers_total{source="rendered",status="404"} 1')
  expect(metrics).toMatch(/^hashbang_workers_ready [12]$/m)
})

test('the server exposes every metric of the dashboard and the alerts', () => {
  const there = new Set([
    ...exposed(metrics),
    // Has no value until a tier fails.
    ...['hashbang_cache_tier_up', 'hashbang_cache_tier_up tier'],
  ])
  expect(metrics).toContain('# TYPE hashbang_cache_tier_up gauge')
  const queries = [
    ...panels.flatMap(({ targets }) => targets),
    ...rules.map(({ expr }) => ({ expr, legendFormat: '' })),
  ]
  expect(queries.length).toBeGreaterThan(20)
  const wrong = queries.flatMap(({ expr, legendFormat }) => {
    const used = usedBy(expr)
    const legend = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label)
    const names = used.filter((one) => !one.includes(' '))
    expect(names.length).toBeGreaterThan(0)
    // Prometheus adds the first two, and takes the third away.
    return [...used, ...names.flatMap((name) => legend.map((label) => `${name} ${label}`))].filter(
      (one) => !/ (?:job|instance|le)$/.test(one) && !there.has(one),
    )
  })
  expect(wrong).toEqual([])
})

test('each alert has a unique name, a severity, a summary, and a place in the README', () => {
  const names = rules.map(({ alert }) => alert)
  expect(new Set(names).size).toBe(names.length)
  for (const rule of rules) {
    const { alert, labels, annotations } = rule
    expect(alert).toMatch(/^Hashbang[A-Z]\w+$/)
    expect(['warning', 'critical']).toContain(labels.severity)
    expect(annotations.summary).toMatch(/\.$/)
    expect(rule.for ?? '1m').toMatch(/^\d+m$/)
    expect(textOf('README.md')).toContain(`\`${alert}\``)
  }
})
