/**
 * CPU time of a worker from its start until it is ready: a process of Node that only says so, a
 * snapshot worker with the bench app, one for adopted pages; the first of a server, and those that
 * take over the code that the first has compiled. Time on the clock would say how busy the machine
 * is. Rounds of all, in turn.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { adoptedStarter } from '../dist/server/serve/start/start-lanes.js'
import type { StartWorker } from '../dist/server/snapshot/pool/pool-worker.js'
import { descendants } from './adopt/memory.ts'
import { loadBefore, meterLoad, timeOf } from './harness/load.ts'
import { publish } from './harness/publish.ts'
import { quartiles, versions, write } from './report.ts'
import { BUILT, buildApp, tableWorker } from './snapshot/app.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 15)
const MOST = 150

const app = await buildApp()
const bare = join(BUILT, 'bare.mjs')
writeFileSync(bare, 'process.on("message", () => process.send({ ready: true }))')
const starters = {
  'a bare process': () => startBare,
  'a snapshot worker': () => tableWorker(app),
  'a worker for adopted pages': () => adoptedStarter({ pages: { '/': { site: BUILT } } }),
}

const before = await loadBefore()
const during = meterLoad()
const times = new Map<string, number[]>()
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, starter] of Object.entries(starters)) {
    // A new one compiles the code for its first worker, and hands it to the later ones.
    const start = starter()
    for (const which of ['first', 'later']) {
      const key = `${name}, ${which}`
      times.set(key, [...(times.get(key) ?? []), await timeToReady(start)])
    }
  }
}
const names = [...times.keys()]
const of = (name: string) => quartiles(times.get(name) ?? [])
publish({
  name: 'start',
  text: [
    `CPU time of a worker until it is ready, in ms, median of ${ROUNDS} rounds, middle half in brackets.`,
    [
      '| worker | ms |',
      '| --- | ---: |',
      ...names.map((name) => `| ${name} | ${write(of(name), '')} |`),
    ].join('\n'),
  ],
  bars: names
    .filter((name) => !name.startsWith('a bare'))
    .map((what) => ({ what, value: of(what), most: MOST, unit: ' ms' })),
  load: { before, during: during() },
  versions: versions(['happy-dom', 'lit']),
})
process.exit()

function startBare({ message }: Parameters<StartWorker>[0]): ReturnType<StartWorker> {
  const child = fork(bare, { execArgv: [] }).on('message', message)
  child.send({})
  return {
    usage: () => undefined,
    post: () => undefined,
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

/** Starts one and ends it. */
function timeToReady(start: StartWorker): Promise<number> {
  const others = new Set(descendants(process.pid))
  return new Promise((resolve, reject) => {
    const worker = start({
      message(message) {
        if (!('ready' in message)) return
        const ms = timeOf(pid)
        resolve(worker.kill().then(() => ms))
      },
      exited: reject,
    })
    const [pid = 0] = descendants(process.pid).filter((one) => !others.has(one))
  })
}
