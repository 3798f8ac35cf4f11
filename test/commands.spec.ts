/**
 * The pages of docs/commands are true: their commands print what the pages show, in a built example with readable addresses.
 * A shown line may end in "…"; a part of a line is enough. Every command line of the documents names options that exist.
 */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { createBuilder } from 'vite'
import { commandNames, commandOf } from '../docs/generate/options.js'
import { freePort } from './free-port.ts'
import { serve } from './projects/command.ts'
import type { Running } from './projects/installed.ts'
import { readSteps } from './steps.ts'
import { hashbang } from './tools/command.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const PAGES = readdirSync(join(ROOT, 'docs/commands')).filter((name) => name !== 'README.md')

test('every command has a page, and every page a command', () => {
  expect(PAGES.map((name) => name.replace('.md', '')).sort()).toEqual([...commandNames].sort())
})

test('every command line of the documents is one that the command takes', async () => {
  const files = ['README.md', ...['docs', 'examples'].flatMap(below)]
  let checked = 0
  for (const file of files) {
    const blocks = read(file).matchAll(/```(?:sh|console)\n([\s\S]*?)```/g)
    for (const line of [...blocks].flatMap(([, text = '']) => text.split('\n'))) {
      const [, name = '', rest = ''] = /\bhashbang (?!--)([a-z]+)\b([^|>#&]*)/.exec(line) ?? []
      if (name === '') continue
      expect(commandNames, `${file}: ${line}`).toContain(name)
      const { options } = await commandOf(name)
      for (const [flag] of rest.matchAll(/(?<= )--?[a-z][\w-]*/g)) {
        const isKnown = options.some(({ long, short }: { long?: string; short?: string }) =>
          [long, short].includes(flag),
        )
        expect(isKnown, `${file}: ${line}: ${flag}`).toBe(true)
        checked++
      }
    }
  }
  expect(checked).toBeGreaterThan(20)
})

const below = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !/node_modules|dist\//.test(name))
    .map((name) => join(folder, name))

test.describe('in a built app', { tag: '@nightly' }, () => {
  let root: string
  let server: Running
  let env: NodeJS.ProcessEnv

  test.beforeAll(async () => {
    // Inside the package, so that the project finds the package by its name.
    mkdirSync(join(ROOT, '.cache'), { recursive: true })
    root = mkdtempSync(join(ROOT, '.cache/commands-'))
    for (const name of ['index.html', 'vite.config.ts', 'src'])
      cpSync(join(ROOT, 'examples/plain', name), join(root, name), { recursive: true })
    const routes = join(root, 'src/routes.ts')
    const text = readFileSync(routes, 'utf8')
    writeFileSync(
      routes,
      text
        .replace('import { defineRoutes', 'import { readableScheme, defineRoutes')
        .replace(/\}\)\s*$/, "}, { readable: readableScheme('/s/') })\n"),
    )
    await (await createBuilder({ root, logLevel: 'silent' })).buildApp()
    const origin = `http://localhost:${await freePort()}`
    writeFileSync(join(root, 'urls.txt'), `${origin}/#!/word/ajax\n/#!/word/zeus\n`)
    env = { ORIGIN: origin, PURGE_TOKEN: 'a token of more than 16 signs' }
    const bin = join(ROOT, 'dist/server/cli/main.js')
    const line = `ORIGIN=${origin} PURGE_TOKEN='${env.PURGE_TOKEN}' node ${bin} serve --port ${new URL(origin).port}`
    server = await serve(line, root)
  })
  test.afterAll(async () => {
    await server?.stop()
    if (root) rmSync(root, { recursive: true, force: true })
  })

  for (const page of PAGES) {
    const steps = readSteps(read(`docs/commands/${page}`))
    if (!steps.some(({ kind }) => kind === 'command')) continue
    test(`docs/commands/${page} shows what is printed`, async () => {
      const there = (text: string) => text.replaceAll('http://localhost:3000', server.origin)
      let printed: string | undefined
      for (const step of steps) {
        if (step.kind === 'command') {
          const args = there(step.line).replace('npx hashbang ', '').split(' ')
          const { stdout, stderr } = await hashbang(args, root, env)
          printed = `${stdout}${stderr}`
        } else if (step.kind === 'shown' && printed !== undefined) {
          for (const line of step.lines) expect(printed).toContain(there(line).replace(/…$/, ''))
          printed = undefined
        }
      }
    })
  }
})
