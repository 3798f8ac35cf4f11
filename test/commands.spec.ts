/**
 * The pages of docs/commands are true: their commands print the lines on the pages, in a built
 * example with readable addresses.
 */
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@playwright/test'
import { freePort } from './free-port.ts'
import { follow, readSteps } from './steps.ts'
import { type Running, serve } from './terminal.ts'
import { hashbang } from './tools/command.ts'
import { ViteProject } from './vite-project.ts'

const ROOT = join(import.meta.dirname, '..')
const PAGES = readdirSync(join(ROOT, 'docs/commands'))
  .map((page) => ({
    page,
    steps: readSteps(readFileSync(join(ROOT, 'docs/commands', page), 'utf8')),
  }))
  .filter(({ steps }) => steps.some(({ kind }) => kind === 'command'))

test.describe('in a built app', { tag: '@nightly' }, () => {
  let root: string
  let server: Running
  let env: NodeJS.ProcessEnv

  test.beforeAll(async () => {
    const project = new ViteProject({})
    root = project.root
    for (const name of ['index.html', 'vite.config.ts', 'src'])
      cpSync(join(ROOT, 'examples/plain', name), join(root, name), { recursive: true })
    const routes = readFileSync(join(root, 'src/routes.ts'), 'utf8')
    // Its own address is part of its responses, so it cannot have any port.
    const port = await freePort()
    const origin = `http://localhost:${port}`
    project.write({
      'src/routes.ts': routes
        .replace('import { defineRoutes', 'import { readableScheme, defineRoutes')
        .replace(/\}\)\s*$/, "}, { readable: readableScheme('/s/') })\n"),
      'urls.txt': `${origin}/#!/word/ajax\n/#!/word/zeus\n`,
    })
    await project.build()
    env = { ORIGIN: origin, PURGE_TOKEN: 'a token of more than 16 signs' }
    const bin = join(ROOT, 'dist/server/cli/main.js')
    server = await serve(
      `ORIGIN=${origin} PURGE_TOKEN='${env.PURGE_TOKEN}' node ${bin} serve --port ${port}`,
      root,
    )
  })
  test.afterAll(() => server?.stop())

  for (const { page, steps } of PAGES)
    test(`docs/commands/${page} has the output of its commands`, async () => {
      const there = (text: string) => text.replaceAll('http://localhost:3000', server.origin)
      const here = steps.map((step) =>
        step.kind === 'shown' ? { ...step, lines: step.lines.map(there) } : step,
      )
      await follow(here, async (step) => {
        if (step.kind === 'file') return
        const args = there(step.line).replace('npx hashbang ', '').split(' ')
        const { stdout, stderr } = await hashbang(args, root, env)
        return `${stdout}${stderr}`
      })
    })
})
