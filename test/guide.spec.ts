/**
 * The getting-started guide, followed to the letter in an empty folder: its files and its commands as they stand, one after the
 * other. Two things differ from what a reader does: the package is its tarball, as what is tested is not in the registry yet,
 * and the ports are those that the servers print. Needs the npm registry or npm's cache.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from '@playwright/test'
import { run, serve } from './projects/command.ts'
import type { Running } from './projects/installed.ts'
import { pack } from './projects/pack.ts'
import { readSteps } from './steps.ts'

const GUIDE = readFileSync(join(import.meta.dirname, '../docs/guides/start.md'), 'utf8')

test.describe('getting started', () => {
  let root: string
  let server: Running | undefined

  test.beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'hashbang-guide-'))
  })
  test.afterAll(async () => {
    await server?.stop()
    rmSync(root, { recursive: true, force: true })
  })

  test('its files and commands lead to a snapshot, in development and in production', async () => {
    const tarball = await pack(root)
    const folder = join(root, 'words')
    mkdirSync(folder)
    const steps = readSteps(GUIDE)
    const commands = steps.flatMap((step) => (step.kind === 'command' ? [step.line] : []))
    expect(commands).toContain('npm install hashbang-router')
    expect(commands.filter((line) => line.startsWith('curl '))).toHaveLength(3)
    let shown = ''
    for (const step of steps) {
      if (step.kind === 'file') {
        mkdirSync(dirname(join(folder, step.path)), { recursive: true })
        writeFileSync(join(folder, step.path), step.text)
      } else if (step.kind === 'shown') {
        for (const line of step.lines) expect(shown).toContain(line)
      } else if (step.line === 'npm run dev' || step.line === 'npm start') {
        await server?.stop()
        server = await serve(step.line, folder)
      } else if (step.line.startsWith('curl ')) {
        const line = step.line.replace(/http:\/\/localhost:\d+/, server?.origin ?? '')
        shown = await run(line.replace('curl ', 'curl --silent --fail '), folder)
      } else {
        shown = await run(step.line.replace(/ hashbang-router$/, ` '${tarball}'`), folder)
      }
    }
  })
})
