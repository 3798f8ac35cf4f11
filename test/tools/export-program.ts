/**
 * An export without a site, in a process of its own, whose file system fails or which is killed in
 * the midst of its work.
 */
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ExportReport } from '../../dist/server/tools/export/export-site.js'

const moduleUrl = (path: string) =>
  JSON.stringify(pathToFileURL(resolve('dist/server/tools/export', path)).href)

/** 60 states, of which 6 are in the "new" text alone; every seventh redirects. */
const PROGRAM = `
  import { exportSite } from ${moduleUrl('export-site.js')}
  import { allStates } from ${moduleUrl('export-selection.js')}
  import { snapshotForm } from ${moduleUrl('snapshot-form.js')}
  const [folder, text, run] = process.argv.slice(1)
  const site = { origin: 'https://a.test', pages: { '/': {} }, apps: [], readables: new Map() }
  const form = snapshotForm(folder, { ...site, served: '/srv', usual: {} })
  const report = await exportSite({
    origin: 'https://a.test', build: 'b', forms: [form], concurrency: 4, ...(run && { run }),
    selection: allStates((async function* () {
      for (let id = 0; id < 60; id++)
        if (text === 'new' || id % 10) yield { page: '/', state: '/' + id }
    })()),
    handler: async ({ target }) => {
      const isMoved = Number(target.split('/').at(-1)) % 7 === 0
      const headers = isMoved ? { location: text + target } : { 'content-type': 'text/html' }
      return { status: isMoved ? 301 : 200, headers, body: Buffer.from(text + ' ' + target) }
    },
  })
  console.log(JSON.stringify(report))`

/** A file for `node --import`: at the given change of a file, the code runs in its place. */
const failing = (changes: number, act: string) => {
  const hook = `
    import fs from 'node:fs/promises'
    import { syncBuiltinESMExports } from 'node:module'
    let done = 0
    for (const name of ['open', 'writeFile', 'rename', 'rm', 'chmod']) {
      const real = fs[name]
      fs[name] = async (path, ...rest) => {
        if (/\\.hashbang-|\\.html/.test(path) && done++ >= ${changes}) { ${act} }
        return real(path, ...rest)
      }
    }
    syncBuiltinESMExports()`
  return `data:text/javascript,${encodeURIComponent(hook)}`
}

/** Kills the process at the so many next change of a file. */
export const killedAt = (changes: number): string =>
  failing(changes, `process.kill(process.pid, 'SIGKILL')`)

export const refusing = (code: string, changes = 0): string =>
  failing(
    changes,
    `throw Object.assign(new Error('${code}'), { code: '${code}', syscall: 'open', path })`,
  )

export interface Exported {
  readonly signal: NodeJS.Signals | null
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
