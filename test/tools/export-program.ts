/** An export without a site, in a process of its own, whose file system fails or which is killed in the midst of its work. */
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ExportReport } from '../../dist/server/tools/export/run.js'

/** 60 states, of which 6 are in the "new" text alone. */
const PROGRAM = `
  import { exportSite } from ${JSON.stringify(pathToFileURL(resolve('dist/server/tools/export/run.js')).href)}
  const [folder, text, run] = process.argv.slice(1)
  const report = await exportSite({
    origin: 'https://a.test', build: 'b', folder, concurrency: 4, ...(run && { run }),
    states: (async function* () {
      for (let id = 0; id < 60; id++)
        if (text === 'new' || id % 10) yield { page: '/', state: '/' + id, url: '', name: 'x', index: true }
    })(),
    handler: async ({ target }) => ({
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: Buffer.from(text + ' ' + target),
    }),
  })
  console.log(JSON.stringify(report))`

/** What `node --import` loads: from the so many next change of a file of an export on, `act` runs in its place. */
const failing = (changes: number, act: string) => {
  const hook = `
    import fs from 'node:fs/promises'
    import { syncBuiltinESMExports } from 'node:module'
    let done = 0
    for (const name of ['open', 'rename', 'unlink']) {
      const real = fs[name]
      fs[name] = async (path, ...rest) => {
        if (String(path).includes('.export') && done++ >= ${changes}) { ${act} }
        return real(path, ...rest)
      }
    }
    syncBuiltinESMExports()`
  return `data:text/javascript,${encodeURIComponent(hook)}`
}

/** Kills the process at the so many next change of a file. */
export const killedAt = (changes: number): string =>
  failing(changes, `process.kill(process.pid, 'SIGKILL')`)

/** Has the file system refuse changes with this code. */
export const refusing = (code: string, changes = 0): string =>
  failing(changes, `throw Object.assign(new Error('${code}'), { code: '${code}' })`)

export interface Exported {
  readonly signal: NodeJS.Signals | null
  /** What it printed to standard error. */
  readonly said: string
  readonly report: ExportReport
}

/** Exports a text to a folder. @param hook Of `killedAt` or `refusing`. */
export async function exportText(
  folder: string,
  text: 'old' | 'new',
  { run = '', hook = '' } = {},
): Promise<Exported> {
  const load = hook === '' ? [] : ['--import', hook]
  const args = [...load, '--input-type=module', '-e', PROGRAM, folder, text, run]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let [out, said] = ['', '']
  child.stdout.on('data', (data) => (out += data))
  child.stderr.on('data', (data) => (said += data))
  const signal = await new Promise<Exported['signal']>((done) =>
    child.once('close', (_code, by) => done(by)),
  )
  return { signal, said, report: out === '' ? undefined : JSON.parse(out) }
}
