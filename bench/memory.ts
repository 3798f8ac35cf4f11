/**
 * Measures the memory that snapshots leave behind in a worker: after many of them, against after
 * the first thousand. `npm run bench -- memory 50000` for the full number. Memory is the system's
 * count for the process (PSS), at the least of a hundred looks. That is as near to a collected heap
 * as one can see from outside.
 */
import { descendants, megabytes } from './adopt/memory.ts'
import { exactly } from './harness/bars.ts'
import { timeOf } from './harness/load.ts'
import { publish } from './harness/publish.ts'
import { versions } from './report.ts'
import { buildApp, render, startPool } from './snapshot/app.ts'

const BATCH = 10
const WINDOW = 1000
const renders = Number(process.argv[2] ?? 6000)
const routes = ['lit', 'text', 'reactive', 'lit']

const app = await buildApp()
const before = new Set(descendants(process.pid))
const pool = await startPool(app, 1)
await render(pool, '/lit/0')
const started = descendants(process.pid).filter((pid) => !before.has(pid))
// The other one is the pool's spare, which has made no page.
const [worker = 0] = started.sort((one, other) => timeOf(other) - timeOf(one))

const sizes: number[] = []
for (let id = 0; id < renders; id += BATCH) {
  const batch = Array.from({ length: BATCH }, (_, i) => id + i)
  await Promise.all(batch.map((i) => render(pool, `/${routes[i % routes.length]}/${i % 5000}`)))
  sizes.push(megabytes([worker]))
  if (process.stderr.isTTY) process.stderr.write(`\r${id} of ${renders} `)
}
await pool.close()

// The first thousand warm up: code is compiled, views are kept.
const least = (from: number) => Math.min(...sizes.slice(from, from + WINDOW / BATCH))
const first = least(WINDOW / BATCH)
const last = least(sizes.length - WINDOW / BATCH)
publish({
  name: 'memory',
  text: [
    `${renders.toLocaleString('en')} snapshots of the bench page in one worker, by four views in turn.`,
    `| worker | MiB |
| --- | ---: |
| the worker after the first thousand snapshots | ${first.toFixed(1)} |
| its growth by the end | ${(last - first).toFixed(1)} |`,
  ],
  bars: [
    { what: 'growth of a worker', value: exactly(last - first), most: 10, unit: ' MiB' },
    { what: 'memory of a worker', value: exactly(Math.max(first, last)), most: 100, unit: ' MiB' },
  ],
  versions: versions(['happy-dom', 'lit']),
})
process.exit()
