/**
 * One export in a process of its own, which a bench may kill: `child.ts folder states shard|-
 * keep|discard`. Says how it goes as lines of JSON, and how it went as the last of them.
 */
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { ExportFolder } from '../../dist/server/tools/export/export-folder.js'
import { allStates } from '../../dist/server/tools/export/export-selection.js'
import { exportSite } from '../../dist/server/tools/export/export-site.js'
import { readShard } from '../../dist/server/tools/export/shard.js'
import { snapshotForm } from '../../dist/server/tools/export/snapshot-form.js'
import { entries } from '../../dist/src/entries.js'
import { defineRoutes, html, int, route } from '../../dist/src/index.js'
import { listsApp } from './table.ts'

const [folder = '', count = '0', part = '-', pages = 'keep'] = process.argv.slice(2)
const shard = readShard(part)
let done = 0
/** The processor's time: a machine that others use takes longer, and does no more. */
const cost = () => {
  const { user, system } = process.cpuUsage()
  // The system's own count, in KiB: it misses nothing between two looks.
  const peak = process.resourceUsage().maxRSS * 1024
  return { done, peak, time: (user + system) / 1000 }
}
const timer = setInterval(() => console.log(JSON.stringify(cost())), 100)
const app = listsApp(Number(count), { defineRoutes, html, int, route })

/** Pages are not stored: the bench measures everything else that an export keeps. */
async function discarding(...args: Parameters<typeof ExportFolder.open>) {
  const own = await ExportFolder.open(...args)
  own.write = async (_file, _address, body) => {
    createHash('sha256').update(body).digest()
    return { how: 'created' }
  }
  return own
}

const usual = { 'content-type': 'text/html; charset=utf-8' }
const site = { origin: 'https://bench.test', pages: { '/': { shell: '', app: '' } } }
const form = snapshotForm(folder, {
  ...{ ...site, apps: [], readables: new Map(), served: '/srv', usual },
})

async function* states() {
  const signal = new AbortController().signal
  for await (const { state } of entries(app.routes, { context: undefined as never, signal }))
    yield { page: '/', state }
}

const report = await exportSite({
  origin: 'https://bench.test',
  build: 'b',
  run: 'bench',
  forms: [form],
  concurrency: 64,
  onState: () => {
    done += 1
  },
  ...(pages === 'discard' && { open: discarding }),
  selection: allStates(states(), shard),
  handler: async ({ target }) => {
    // Nothing here waits for anything: without a turn no timer would come to say how far it is.
    if (done % 100 === 0) await setImmediate()
    return app.answer(target)
  },
})
clearInterval(timer)
console.log(JSON.stringify({ ...report, ...report.folders[0], ...cost() }))
