/** An export without a site, in a process of its own, and a file system that fails. */
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { ExportReport } from '../../dist/server/tools/export/export-site.js'

const moduleUrl = (path: string) =>
  JSON.stringify(pathToFileURL(resolve('dist/server/tools/export', path)).href)

/** 60 states. */
const PROGRAM = `
  import { exportSite } from ${moduleUrl('export-site.js')}
  import { snapshotForm } from ${moduleUrl('snapshot-form.js')}
  const [folder] = process.argv.slice(1)
  const site = { origin: 'https://a.test', pages: { '/': {} }, apps: [], readables: new Map() }
  const form = snapshotForm(folder, { ...site, served: '/srv', usual: {} })
  const report = await exportSite({
    origin: 'https://a.test', build: 'b', forms: [form], concurrency: 4,
    states: (async function* () {
      for (let id = 0; id < 60; id++) yield { page: '/', state: '/' + id }
    })(),
    handler: async ({ target }) =>
      ({ status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from(target) }),
  })
  console.log(JSON.stringify(report))`

/** What `node --import` loads: from the so many next change of a file on, each is refused with this code. */
export function refusing(code: string, changes = 0): string {
  const hook = `
    import fs from 'node:fs/promises'
    import { syncBuiltinESMExports } from 'node:module'
    let done = 0
    for (const name of ['open', 'writeFile', 'rename', 'rm', 'chmod']) {
      const real = fs[name]
      fs[name] = async (path, ...rest) => {
        if (/\\.hashbang-|\\.html/.test(path) && done++ >= ${changes})
          throw Object.assign(new Error('${code}'), { code: '${code}', syscall: 'open', path })
        return real(path, ...rest)
      }
    }
    syncBuiltinESMExports()`
  return `data:text/javascript,${encodeURIComponent(hook)}`
}

export async function exportText(folder: string): Promise<ExportReport> {
  const args = ['--input-type=module', '-e', PROGRAM, folder]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout)
}
