/**
 * What snapshots leave behind in a worker: heap after many of them against the heap after the first, and what a worker adds to
 * the process. `npm run bench -- memory 50000` for the full number. A heap is read as the least of a hundred answers, which is
 * as near to a collected one as can be seen from outside.
 */
import type { Worker } from 'node:worker_threads'
import { exactly } from './harness/bars.ts'
import { publish } from './harness/publish.ts'
import { versions } from './report.ts'
import { buildApp, render, startPool } from './snapshot/app.ts'

const MIB = 2 ** 20
const BATCH = 10
const WINDOW = 1000
const renders = Number(process.argv[2] ?? 6000)
const routes = ['lit', 'text', 'reactive', 'lit']

const app = await buildApp()
const before = process.memoryUsage().rss
const heaps: number[] = []
const started = (worker: Worker) =>
  worker.on('message', ({ bytes }: { bytes?: number }) => bytes && heaps.push(bytes))
const pool = await startPool(app, 1, { started })

let rss = 0
for (let id = 0; id < renders; id += BATCH) {
  const batch = Array.from({ length: BATCH }, (_, i) => id + i)
  await Promise.all(batch.map((i) => render(pool, `/${routes[i % routes.length]}/${i % 5000}`)))
  if (id === WINDOW) rss = process.memoryUsage().rss
  if (process.stderr.isTTY) process.stderr.write(`\r${id} of ${renders} `)
}
const after = process.memoryUsage().rss
await pool.close()

// The first thousand warm up: code is compiled, views are kept.
const least = (from: number) => Math.min(...heaps.slice(from, from + WINDOW))
const first = least(WINDOW)
const last = least(heaps.length - WINDOW)
const mib = (bytes: number) => (bytes / MIB).toFixed(1)
publish({
  name: 'memory',
  text: [
    `${heaps.length.toLocaleString('en')} snapshots of the bench page in one worker, by four views in turn.`,
    `| what | MiB |
| --- | ---: |
| heap after the first thousand snapshots | ${mib(first)} |
| growth of the heap by the end | ${mib(last - first)} |
| what the worker adds to the process | ${mib(rss - before)} |
| growth of the process by the end | ${mib(after - rss)} |`,
  ],
  bars: [
    { what: 'growth of the heap', value: exactly((last - first) / MIB), most: 1, unit: ' MiB' },
    {
      ...{ what: 'resident memory of a worker', most: 100, unit: ' MiB' },
      value: exactly((Math.max(rss, after) - before) / MIB),
    },
  ],
  versions: versions(['happy-dom', 'lit']),
})
process.exit()
