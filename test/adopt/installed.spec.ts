/** From an empty folder to a snapshot, as who has an app does it. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { run, serve } from '../projects/command.ts'
import { pack } from '../projects/pack.ts'
import { APPS, type App, writeApp } from './apps.ts'

test('the installed package adopts an app', { tag: '@nightly' }, async () => {
  const root = mkdtempSync(join(tmpdir(), 'hashbang-adopt-'))
  const tarball = await pack(root)
  const folder = join(root, 'empty')
  mkdirSync(folder)
  writeApp(APPS.angularjs as App, join(folder, 'site'))
  await run(`npm install --no-audit --no-fund '${tarball}'`, folder)
  const server = await serve('npx hashbang adopt ./site --port 0 --deadline 60000', folder)
  try {
    const answer = await fetch(`${server.origin}/?_escaped_fragment_=/phones/nexus`)
    expect(answer.status).toBe(200)
    const text = await answer.text()
    expect(text).toContain('Nexus S')
    expect(text).not.toContain('<script')
  } finally {
    await server.stop()
    rmSync(root, { recursive: true, force: true })
  }
})
