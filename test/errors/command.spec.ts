/**
 * Mistakes at the command line and in the configuration: each ends with its exit code, and a
 * message.
 */
import { expect, test } from '@playwright/test'
import { type Files, project } from '../project.ts'
import { hashbang } from '../tools/command.ts'
import {
  appModule,
  expectLines,
  filesOf,
  messagePattern,
  PREAMBLE,
  readErrorSections,
  readMistakes,
  shell,
} from './sections.ts'

const CONFIG = `export default {
  origin: 'https://example.com',
  pages: { '/': { shell: 'index.html', app: 'app.js' } },
}
`
const TWO_PAGES = CONFIG.replace(
  "'/': ",
  "'/admin.html': { shell: 'index.html', app: 'app.js' }, '/': ",
)
const APP = `${PREAMBLE}export const routes = defineRoutes({
  home: route('', { view }),
  users: route('/users', { view }),
  shop: route('/shop', { search: { sort: oneOf('name', 'price').optional('name') }, view }),
})
`
const COMMON: Files = {
  'index.html': shell(),
  'dist/client/index.html': shell(),
  'app.js': APP,
  'hashbang.config.js': CONFIG,
  'word.js': "throw new Error('a view needs a document')",
}

const configOf = (block: string): string =>
  `import { defineConfig } from 'hashbang-router/server'\n${block}`.replace(
    /(origin: [^,}]+?)( ?[,}])/,
    "$1, pages: { '/': { shell: 'index.html', app: 'app.js' } }$2",
  )

/** The files of an example: its app module, its configuration, or both. */
function siteOf(block: string): Files {
  if (!/^(?:import|export|const|\w+: route)/.test(block)) return {}
  const isConfig = block.startsWith('export default defineConfig(')
  const {
    'app.js': app,
    'hashbang.config.js': config,
    ...others
  } = filesOf(block, isConfig ? 'hashbang.config.js' : 'app.js')
  return {
    ...others,
    ...(app && { 'app.js': appModule(app) }),
    ...(config && { 'hashbang.config.js': configOf(config) }),
  }
}

type Of<T> = (block: string) => T

const LIST = 'sitemap --list'
const after = (block: string) => block.replace(/[\s\S]*npx hashbang /, '')

/** By code: the exit code of the example that fails, its command, and its files. */
const COMMANDS: Readonly<
  Record<string, readonly [code: number, line: Of<string> | string, files?: Of<Files>]>
> = {
  HB019: [3, LIST],
  HB101: [2, 'inspect /'],
  HB102: [2, LIST],
  HB103: [3, 'inspect /', (block) => ({ 'app.js': APP + block })],
  HB106: [2, 'inspect /'],
  HB108: [2, 'inspect /', (block) => ({ 'hashbang.config.js': configOf(block) })],
  HB109: [2, 'inspect /'],
  HB110: [1, LIST],
  HB111: [1, (block) => `inspect ${/#!([^"]+)/.exec(block)?.[1]}`],
  HB113: [2, after, () => ({ 'hashbang.config.js': TWO_PAGES })],
}

const sections = readErrorSections()

for (const [code, [exit, command, more]] of Object.entries(COMMANDS))
  for (const section of sections.filter((one) => one.code === code))
    for (const kind of ['fails', 'works'] as const)
      test(`the command of ${code} ${kind} as in its section`, {
        tag: kind === 'works' ? '@nightly' : [],
      }, async () => {
        const block = section[kind]
        const root = project({ ...COMMON, ...siteOf(block), ...more?.(block) }, 'errors')
        const line = typeof command === 'string' ? command : command(block)
        const ended = await hashbang(line.split(' '), root)
        const output = ended.stdout + ended.stderr
        if (kind === 'works') expect(output).not.toContain(code)
        else expect(output).toMatch(messagePattern(section.message))
        if (kind === 'fails') expect(ended.code, output).toBe(exit)
      })

for (const [code, exit] of [
  ['HB107', 2],
  ['HB112', 3],
] as const)
  for (const section of sections.filter((one) => one.code === code))
    test(`the command of ${code} fails without a site as in its section`, async () => {
      const ended = await hashbang(after(section.fails).split(' '), project({}, 'errors'))
      expectLines(ended.stdout + ended.stderr, [section.message])
      expect(ended.code).toBe(exit)
    })

for (const { title, place, lines, block } of readMistakes('command'))
  test(`${title}: the command ends with its exit code and a message`, async () => {
    const [exit, ...line] = place.split(' ')
    const root = project({ ...COMMON, ...siteOf(block) }, 'errors')
    const { code, stdout, stderr } = await hashbang(line, root)
    const output = stdout + stderr
    expectLines(output, lines)
    expect(code, output).toBe(Number(exit))
    // The log of a server that ends is no second message, and a bundle's line helps nobody.
    if (line[0] === 'serve')
      expect(output.match(/HB\d+: Cannot|Until then|\S{2000}/g)?.length ?? 1).toBe(1)
  })

for (const [line, message] of [
  ['fly', "unknown command 'fly'\n(hashbang --help lists all commands)"],
  ['crawl', "missing required argument 'url'\n(usage: hashbang crawl [options] <url>; --help"],
  [
    'serve --prot 3000',
    "unknown option '--prot'\n(Did you mean --port?)\n(usage: hashbang serve [options]; --help lists the options)",
  ],
  ['verify nowhere', 'Cannot verify "nowhere": expected a URL'],
  ['verify http://localhost:9 --readable /s/', 'Cannot use --readable "/s/": it is for states'],
  ['export --shard 3/2', 'Expected i/n, such as 1/4'],
] as const)
  test(`"hashbang ${line}" ends with exit code 2 and a message`, async () => {
    const { code, stderr } = await hashbang(line.split(' '), project(COMMON, 'errors'))
    expect(stderr).toContain(message)
    expect(code).toBe(2)
  })
