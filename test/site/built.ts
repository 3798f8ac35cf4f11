// Builds the site as `npm run site` does, for the address of a server that serves it.
import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Listening, listening } from '../listening.ts'
import { fileHost } from './host.ts'

export const ROOT = join(import.meta.dirname, '../..')
/** The folder that is uploaded to a host. */
export const OUT = join(ROOT, 'docs/site/dist/site')

export const run = promisify(execFile)

export async function serveBuilt(): Promise<Listening> {
  const server = await listening(fileHost(OUT))
  const options = { cwd: ROOT, env: { ...process.env, ORIGIN: server.origin } }
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
  // The pages of an older build would stay.
  rmSync(OUT, { recursive: true, force: true })
  await run(process.execPath, [vite, 'build', 'docs/site', '--logLevel', 'error'], options)
  await run('npm', ['run', '--silent', 'site:export'], options)
  return server
}
