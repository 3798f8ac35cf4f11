/**
 * docs/reference is made of the docstrings: TypeDoc writes it anew, elsewhere, and both are the
 * same.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { temporaryFolder } from './memory-folder.ts'

const ROOT = join(import.meta.dirname, '..')

const read = (folder: string) =>
  new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]))

test('the reference is current: otherwise `npm run docs` writes it anew', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  // The last step of `npm run docs`; the test run has built.
  const [, args = ''] = /&& node (--import .*)$/.exec(scripts.docs) ?? []
  const folder = temporaryFolder('hashbang-reference')
  const env = { ...process.env, HASHBANG_REFERENCE: folder }
  execFileSync(process.execPath, args.split(' '), { cwd: ROOT, env })
  const made = read(folder)
  expect(made.size).toBeGreaterThan(5)
  expect(read(join(ROOT, 'docs/reference'))).toEqual(made)
})
