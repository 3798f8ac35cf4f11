/** The dashboard asks for metrics that there are. */
import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { parser } from '@prometheus-io/lezer-promql'
import { startSite, uglyUrl } from '../fixtures/site/site.ts'

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

test('all that the dashboard asks for is there, and the log names the user agent', async () => {
  const site = await startSite({ metrics: '/metrics' })
  const agent = { headers: { 'user-agent': 'GPTBot/1.2' } }
  await fetch(uglyUrl(site.url, '/items/1'), agent)
  await fetch(uglyUrl(site.url, '/nowhere/at/all'), agent)
  const told = await (await fetch(`${site.url}/metrics`)).text()
  expect(told).toContain('hashbang_answers_total{source="rendered",status="404"} 1')
  expect(site.events).toContainEqual(
    expect.objectContaining({ type: 'answered', userAgent: 'GPTBot/1.2' }),
  )
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
