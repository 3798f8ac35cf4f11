/** Installs the CSS libraries of the corpus and builds its pages, when their sources changed. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installPackages, npmProject } from '../npm-project.ts'

const PROJECT = npmProject(join(import.meta.dirname, 'project'), 'styles-project')

/** Where built pages and what Chromium computed are kept. */
export const CACHE = join(import.meta.dirname, '../../.cache/styles')

export interface Page {
  readonly name: string
  readonly html: string
}

/** @returns The pages whose name contains the word. @throws If npm or the build failed. */
export function readPages(word = ''): Page[] {
  const built = join(CACHE, 'pages')
  build(built)
  return readdirSync(built)
    .filter((file) => file.endsWith('.html') && file.includes(word))
    .sort()
    .map((file) => ({
      name: file.replace('.html', ''),
      html: readFileSync(join(built, file), 'utf8'),
    }))
}

function build(out: string): void {
  const stamp = join(out, 'sources')
  const wanted = hashOf(PROJECT.sources)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  rmSync(out, { recursive: true, force: true })
  const failure = installPackages(PROJECT)
  if (failure !== null) throw new Error(failure)
  const options = { cwd: PROJECT.folder, encoding: 'utf8' } as const
  const { status, stderr } = spawnSync(process.execPath, ['build.js', out], options)
  if (status !== 0) throw new Error(`The pages could not be built:\n${stderr}`)
  writeFileSync(stamp, wanted)
}

function hashOf(folder: string): string {
  const hash = createHash('sha256')
  for (const name of (readdirSync(folder, { recursive: true }) as string[]).sort()) {
    const file = join(folder, name)
    if (/\.\w+$/.test(name)) hash.update(name).update(readFileSync(file))
  }
  return hash.digest('hex')
}
