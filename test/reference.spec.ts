/** docs/reference is what the docstrings say: TypeDoc writes it anew, elsewhere, and both are the same. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'

const ROOT = join(import.meta.dirname, '..')

const read = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )

test('the reference is current: otherwise `npm run docs` writes it anew', async () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  // What `npm run docs` runs last; the test run has built.
  const [, program = '', args = ''] = /&& (node) (--import .*)$/.exec(scripts.docs) ?? []
  expect(program).toBe('node')
  const folder = mkdtempSync(join(tmpdir(), 'hashbang-reference-'))
  try {
    const env = { ...process.env, HASHBANG_REFERENCE: folder }
    await promisify(execFile)(process.execPath, args.split(' '), { cwd: ROOT, env })
    const made = read(folder)
    expect(Object.keys(made).length).toBeGreaterThan(5)
    expect(read(join(ROOT, 'docs/reference'))).toEqual(made)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
