/**
 * Workers that are processes beside workers that are threads, as the server starts them: time by the clock and CPU time of pages,
 * one worker each, in turn, of the same pages.
 */
import { startWorkers } from '../dist/server/serve/start/start-pool.js'
import { siteConfig, startBackend } from '../test/fixtures/site/site.ts'
import { cpuTime, loadBefore, meterLoad } from './harness/load.ts'
import { publish } from './harness/publish.ts'
import { quartiles, versions } from './report.ts'

const ROUNDS = 11
const PAGES = 60
const WARM_UP = 3
const TOGETHER = 4
const KINDS = ['thread', 'process'] as const
const STATES: Readonly<Record<string, (id: number) => string>> = {
  'html view, 0.2 KB': (id) => `/items/${id}`,
  'ReactiveElement view, 18 KB': (id) => `/heavy/${id}`,
}

const backend = await startBackend()
const before = await loadBefore()
const during = meterLoad()
const pools = await Promise.all(
  KINDS.map((isolation) => startWorkers({ ...siteConfig, workers: 1, isolation }, () => undefined)),
)
let id = 0
/** @returns ms of the clock and of CPU time that a page takes. */
async function pageTime(pool: (typeof pools)[number], stateOf: (id: number) => string) {
  const begun = { clock: performance.now(), cpu: cpuTime() }
  let left = PAGES
  const client = async () => {
    while (left-- > 0) {
      id += 1
      const { type } = await pool.render({
        ...{ page: '/', state: stateOf(id), url: 'http://a.test/' },
        shell:
          '<!doctype html><html><head></head><body><hashbang-outlet></hashbang-outlet></body></html>',
      })
      if (type !== 'snapshot') throw new Error(`The page came to nothing: ${type}`)
    }
  }
  await Promise.all(Array.from({ length: TOGETHER }, client))
  return {
    clock: (performance.now() - begun.clock) / PAGES,
    cpu: (cpuTime() - begun.cpu) / PAGES,
  }
}

const ratios = new Map<string, { readonly clock: number[]; readonly cpu: number[] }>()
for (const [name, stateOf] of Object.entries(STATES)) {
  const of = { clock: [] as number[], cpu: [] as number[] }
  for (let round = 0; round < ROUNDS + WARM_UP; round++) {
    const times = []
    for (const pool of pools) times.push(await pageTime(pool, stateOf))
    const [thread, child] = times
    if (round < WARM_UP || thread === undefined || child === undefined) continue
    of.clock.push(child.clock / thread.clock)
    of.cpu.push(child.cpu / thread.cpu)
  }
  ratios.set(name, of)
}
await Promise.all(pools.map((pool) => pool.close()))
await backend.close()

publish({
  name: 'isolation',
  text: [
    `A page of a worker that is a process, of the time that it takes a worker that is a thread: one worker, ${TOGETHER} pages on their way, ${ROUNDS} rounds of ${PAGES} pages.`,
    {
      corner: 'page',
      rows: [...ratios.keys()],
      columns: ['CPU time', 'clock'],
      cell(row, column) {
        const of = ratios.get(row)
        return of && quartiles(column === 'clock' ? of.clock : of.cpu)
      },
      axis: 'process, of a thread',
    },
  ],
  bars: [...ratios].map(([name, { cpu }]) => ({
    ...{ what: `${name}: CPU time of a process, of a thread`, isCpu: true },
    ...{ value: quartiles(cpu), most: 1.1 },
  })),
  load: { before, during: during() },
  versions: versions([]),
})
process.exit()
