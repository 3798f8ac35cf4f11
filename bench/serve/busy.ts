/**
 * Pages while others keep every core busy: how many innocent ones are refused as hung. A process
 * for each core computes without end beside a server with the deadline that it has by default.
 * BUSY_MINUTES says for how long: 10.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { siteConfig, startSite, uglyUrl } from '../../test/fixtures/site/site.ts'
import { exactly } from '../harness/bars.ts'
import type { Results } from '../harness/publish.ts'

const MINUTES = Number(process.env.BUSY_MINUTES) || 10
const CLIENTS = 4
const DEADLINE = 5000

/** A page that computes for some ms, as the scripts of an app do. */
const ADOPTED = `<!doctype html><html><head><title>Adopted</title></head><body><a href="#/a">a</a><main></main><script>
  const show = () => {
    const until = Date.now() + 5
    while (Date.now() < until);
    document.querySelector('main').innerHTML = '<p>state ' + location.hash + ' is shown here.</p>'
  }
  addEventListener('hashchange', show)
  show()
</script></body></html>`

export async function busy(): Promise<Results> {
  const folder = mkdtempSync(join(tmpdir(), 'hashbang-busy-'))
  writeFileSync(join(folder, 'index.html'), ADOPTED)
  const spinners = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  )
  const site = await startSite({
    pages: { ...siteConfig.pages, '/adopted/': { site: folder, states: '#/' } },
    workers: availableParallelism(),
    limits: { deadline: DEADLINE },
  })
  const statuses = new Map<number, number>()
  const until = performance.now() + MINUTES * 60_000
  let count = 0
  let wrong = 0
  const client = async () => {
    while (performance.now() < until) {
      count += 1
      const id = count
      const isAdopted = id % 2 === 0
      const base = isAdopted ? `${site.url}/adopted` : site.url
      const state = isAdopted ? `/state${id}` : `/heavy/${id}`
      const answer = await fetch(uglyUrl(base, state))
      const text = await answer.text()
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      if (answer.status === 200 && !text.includes(isAdopted ? `state #/state${id}` : `${id}`))
        wrong += 1
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  const said = site.events.flatMap((event) =>
    event.type === 'replaced' ? [event.why] : event.type === 'warning' ? event.warnings : [],
  )
  const hung = said.filter((line) => /hung|crashed|ended snapshot workers/.test(line)).length
  const refused = count - (statuses.get(200) ?? 0)
  await site.stop()
  for (const spinner of spinners) spinner.kill('SIGKILL')
  await Promise.all(spinners.map((spinner) => once(spinner, 'close')))
  rmSync(folder, { recursive: true })
  const answered = [...statuses].map(([status, times]) => `${times} with ${status}`).join(', ')
  return {
    text: [
      `${MINUTES} minutes of ${CLIENTS} clients while a process for each core computes without end: ${count} pages, half of them of an adopted app, answered ${answered}; ${hung} said to hang, ${wrong} of another state.`,
    ],
    bars: [
      { what: 'innocent pages refused as hung', value: exactly(hung), most: 0, unit: '' },
      { what: 'innocent pages refused', value: exactly(refused), most: 0, unit: '' },
      { what: 'pages of another state', value: exactly(wrong), most: 0, unit: '' },
    ],
  }
}
