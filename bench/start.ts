/**
 * CPU time of a worker thread from its start until it is ready: one that only says so, a snapshot worker with the bench app, one for
 * adopted pages; the first of a process, and those that take over what earlier ones have compiled. Time on the clock would say
 * how busy the machine is. Rounds of all, in turn.
 */
import { Worker } from 'node:worker_threads'
import { createCodeCache } from '../dist/server/snapshot/pool/code-cache.js'
import type { FromThread, FromWorker } from '../dist/server/snapshot/pool/protocol.js'
import { sharedMemory } from '../dist/server/snapshot/pool/shared-cells.js'
import { loadBefore, meterLoad } from './harness/load.ts'
import { publish } from './harness/publish.ts'
import { quartiles, versions, write } from './report.ts'
import { buildApp } from './snapshot/app.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 15)
const MOST = 150

const app = await buildApp()
const bare = new URL(
  "data:text/javascript,import{parentPort}from'worker_threads';parentPort.postMessage({ready:true})",
)
const table = { file: workerOf('render'), flags: ['--conditions=browser'], apps: [['/', app]] }
const adopting = {
  file: workerOf('adopt'),
  flags: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  apps: [],
}
type Program = Pick<typeof table, 'file' | 'flags'> & { readonly apps: readonly unknown[] }

const job = { id: 0, page: '/', state: '/text/1', url: 'http://bench.test/', deadline: 30_000 }
const kept = { table: createCodeCache(), adopting: createCodeCache() }
const cases: Record<string, () => Promise<number>> = {
  'a bare thread': () => start({ file: bare, flags: [], apps: [] }),
  'a snapshot worker, the first': () => start(table),
  'a snapshot worker, a later one': () => start(table, kept.table),
  'a worker for an adopted page, the first': () => start(adopting),
  'a worker for an adopted page, a later one': () => start(adopting, kept.adopting),
}
await start(table, kept.table, job)
await start(adopting, kept.adopting, job)
const before = await loadBefore()
const during = meterLoad()
const times = new Map<string, number[]>(Object.keys(cases).map((name) => [name, []]))
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, run] of Object.entries(cases)) times.get(name)?.push(await run())
}
const of = (name: string) => quartiles(times.get(name) ?? [])
publish({
  name: 'start',
  text: [
    `CPU time of a worker thread until it is ready, in ms, median of ${ROUNDS} rounds, middle half in brackets.`,
    [
      '| what | ms |',
      '| --- | ---: |',
      ...Object.keys(cases).map((name) => `| ${name} | ${write(of(name), '')} |`),
    ].join('\n'),
  ],
  bars: Object.keys(cases)
    .slice(1)
    .map((what) => ({ what, value: of(what), most: MOST, unit: ' ms' })),
  load: { before, during: during() },
  versions: versions(['happy-dom', 'lit']),
})
process.exit()

function workerOf(room: string): URL {
  return new URL(`../dist/server/${room}/worker.js`, import.meta.url)
}

/** Starts one and ends it. @param first What it is to make before; then it leaves what it has compiled. */
async function start(
  { file, flags, apps }: Program,
  cache = createCodeCache(),
  first?: object,
): Promise<number> {
  const used = process.cpuUsage()
  const region = { locale: 'en-US', timeZone: 'UTC' }
  const worker = new Worker(file, {
    workerData: { apps, region, mounts: [], heartbeat: sharedMemory(), code: cache.all },
    execArgv: flags,
    resourceLimits: { maxYoungGenerationSizeMb: 96 },
  })
  const cpu = await new Promise<number>((resolve, reject) => {
    worker.on('error', reject)
    worker.on('message', (message: FromWorker | FromThread) => {
      if ('code' in message) cache.keep(message.code)
      if ('ready' in message) {
        const { user, system } = process.cpuUsage(used)
        if (!first) return resolve((user + system) / 1000)
        worker.postMessage({ page: '/', shell: '<!doctype html><p>Text' })
        worker.postMessage({ job: first })
      }
      if ('id' in message) resolve(0)
    })
  })
  await worker.terminate()
  return cpu
}
