/** The package as npm would publish it. In: a folder. Out: a tarball in it. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '../..')
/** The folder that npm publishes. `npm run build:package` lays it out. */
const PACKAGE = join(ROOT, 'dist/package')
const KEPT = join(ROOT, '.cache/pack')

/** Packs the package. @returns The tarball. */
export async function pack(into: string): Promise<string> {
  const kept = join(KEPT, `${digest()}.tgz`)
  if (!existsSync(kept)) await packTo(kept)
  const tarball = join(into, 'hashbang-router.tgz')
  copyFileSync(kept, tarball)
  return tarball
}

/** Packs beside it and renames: another process may be packing the same. */
async function packTo(kept: string): Promise<void> {
  mkdirSync(KEPT, { recursive: true })
  for (const name of readdirSync(KEPT))
    if (name.endsWith('.tgz') && name !== basename(kept)) rmSync(join(KEPT, name), { force: true })
  const own = mkdtempSync(join(KEPT, 'own-'))
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', own]
  const { stdout } = await promisify(execFile)('npm', args, { cwd: PACKAGE })
  renameSync(join(own, JSON.parse(stdout)[0].filename), kept)
  rmSync(own, { recursive: true })
}

/** Of the names, sizes and times of all files of the package. */
function digest(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(PACKAGE, { recursive: true, encoding: 'utf8' }).sort()) {
    const { size, mtimeMs } = statSync(join(PACKAGE, name))
    hash.update(`${name} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex').slice(0, 16)
}
