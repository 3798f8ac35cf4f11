/** The getting-started guide, followed to the letter in an empty folder. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { temporaryFolder } from './memory-folder.ts'
import { write } from './project.ts'
import { type Running, run, serve } from './projects/command.ts'
import { pack } from './projects/pack.ts'
import { follow, readSteps } from './steps.ts'

test('the files and commands of Start lead to a snapshot, in development and in production', async () => {
  const root = temporaryFolder('hashbang-guide')
  const tarball = await pack(root)
  const folder = join(root, 'words')
  const guide = join(import.meta.dirname, '../docs/guides/start.md')
  const steps = readSteps(readFileSync(guide, 'utf8'))
  let installs = 0
  let server: Running | undefined
  try {
    const checked = await follow(steps, async (step) => {
      if (step.kind === 'file') return void write(folder, { [step.path]: step.text })
      const { line } = step
      if (line === 'npm run dev' || line === 'npm start') {
        await server?.stop()
        server = await serve(line, folder)
        return
      }
      if (line.endsWith(' hashbang-router')) installs += 1
      const here = line
        .replace(/ hashbang-router$/, ` '${tarball}'`)
        .replace(/^curl (.*)http:\/\/localhost:\d+/, `curl --silent --fail $1${server?.origin}`)
      return run(here, folder)
    })
    expect([installs, checked]).toEqual([1, 3])
  } finally {
    await server?.stop()
  }
})
