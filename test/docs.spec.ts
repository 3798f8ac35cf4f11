/**
 * The guides are true: their links lead somewhere, what they quote is what the repository holds, and those that give files of an
 * app give one that answers, in development, what they say. guide.spec.ts follows Start to the letter, in production too.
 */
import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { createServer } from 'vite'
import { readSteps } from './steps.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const below = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !/node_modules|dist\//.test(name))
    .map((name) => join(folder, name))

const FILES = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...below('docs'),
  ...below('examples'),
]

/** The ids of the headings of a document, as GitHub makes them. */
const anchors = (markdown: string) =>
  [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

test('every link leads to a file that is there, and to a heading in it', () => {
  expect(FILES.length).toBeGreaterThan(30)
  const broken: string[] = []
  for (const file of FILES) {
    const text = read(file).replace(/```[\s\S]*?```/g, '')
    for (const [, href = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(href)) continue
      const [path = '', id] = href.split('#')
      const target = path === '' ? file : join(dirname(file), path)
      // The anchors of the reference are elements.
      const found =
        existsSync(join(ROOT, target)) &&
        (id === undefined ||
          anchors(read(target)).includes(id) ||
          file.startsWith('docs/reference/'))
      if (!found) broken.push(`${file}: ${href}`)
    }
  }
  expect(broken).toEqual([])
})

test('files of examples and tables of benches are quoted as they are: otherwise `npm run docs` does it', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(ROOT, 'docs/generate/embed.js'),
    '--check',
  ]).catch((error: { stdout: string }) => error)
  expect(stdout).toBe('')
})

/** Source text in which each value of a template is a NUL. */
const sources = () =>
  ['src', 'server']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => read(join(folder, name))),
    )
    .join('\n')
    .replace(/\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, '\0')

test('messages in "Not working?" are those of the code', () => {
  const source = sources()
  const unknown: string[] = []
  let checked = 0
  for (const file of FILES) {
    const [, section = ''] = read(file).split('## Not working?')
    for (const [, cell = ''] of section.matchAll(/^\| (.*?) \| /gm))
      for (const [, span = ''] of cell.matchAll(/`([^`]+)`/g)) {
        // A single word is a name.
        if (!span.includes(' ')) continue
        // A message quotes values: a name, a number, a version.
        const parts = span
          .replace(/^HB\d{3}:? ?/, '')
          .split(/"[^"]*"|…|v?\d+(?:\.\d+)*|the function Word/)
          .map((part) => part.replace(/^[\s:,]+|[\s:,]+$/g, ''))
          .filter((part) => part.length > 5)
        checked += parts.length
        for (const part of parts) if (!source.includes(part)) unknown.push(`${file}: ${span}`)
      }
  }
  expect(checked).toBeGreaterThan(20)
  expect(unknown).toEqual([])
})

/** Start, and guides that build on it, in every run. */
const GUIDES: readonly [name: string, level: { tag?: string }][] = [
  ['start', {}],
  ['data', {}],
  ['routes-and-links', {}],
  ['head-and-status', { tag: '@nightly' }],
  ['nested-routes', { tag: '@nightly' }],
  ['several-pages', { tag: '@nightly' }],
]

for (const [guide, level] of GUIDES) {
  const title = `guides/${guide}: its files, in the project of Start, answer what it says`
  test(title, level, async () => {
    const steps = readSteps(read(`docs/guides/${guide}.md`))
    const files = [...readSteps(read('docs/guides/start.md')), ...steps]
    // Inside the package, so that the project finds the package by its name.
    mkdirSync(join(ROOT, '.cache'), { recursive: true })
    const root = mkdtempSync(join(ROOT, '.cache/guide-'))
    for (const step of files) {
      // With a package.json of its own the project would not be inside of the package.
      if (step.kind !== 'file' || step.path === 'package.json') continue
      mkdirSync(dirname(join(root, step.path)), { recursive: true })
      writeFileSync(join(root, step.path), step.text)
    }
    const server = await createServer({
      root,
      logLevel: 'silent',
      cacheDir: join(root, '.vite'),
      server: { port: 0 },
    })
    try {
      await server.listen()
      const { origin } = new URL(server.resolvedUrls?.local[0] ?? '')
      let shown: string | undefined
      let checked = 0
      for (const step of steps) {
        if (step.kind === 'command') {
          const [, path] = /^curl 'http:\/\/localhost:5173(.*)'$/.exec(step.line) ?? []
          shown = path === undefined ? undefined : await (await fetch(origin + path)).text()
        } else if (step.kind === 'shown' && shown !== undefined) {
          for (const line of step.lines) expect(shown).toContain(line)
          checked++
          shown = undefined
        }
      }
      expect(checked).toBeGreaterThan(0)
    } finally {
      await server.close()
      rmSync(root, { recursive: true, force: true })
    }
  })
}
