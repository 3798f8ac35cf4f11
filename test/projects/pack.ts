/** The package as npm would publish it. In: a folder. Out: a tarball in it. It builds nothing: the test run has. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const PACKAGE = join(import.meta.dirname, '../..')

/** Packs the package. @returns The tarball. */
export async function pack(into: string): Promise<string> {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', into]
  const { stdout } = await promisify(execFile)('npm', args, { cwd: PACKAGE })
  return join(into, JSON.parse(stdout)[0].filename)
}
