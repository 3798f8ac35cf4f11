/**
 * The code blocks of README and guides compile: TypeScript by the types of the built package, JavaScript by its syntax. Files that a guide names but
 * does not show, such as a view, are stand-ins. Files of examples/ are run by examples.spec.ts.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from '@playwright/test'

const ROOT = join(import.meta.dirname, '..')
const VIEW = `import { html, htmlView } from 'hashbang-router'\nexport default htmlView(() => html\`x\`)\n`

/** What guides import from files that they do not show. */
const STAND_INS: Readonly<Record<string, string>> = {
  'routes.ts': `import { defineRoutes, route, oneOf, int } from 'hashbang-router'
const view = () => import('./views/word.ts')
export const routes = defineRoutes({
  word: route('/word/:lemma', { view }),
  thing: route('/thing/:id', { params: { id: int }, view }),
  shop: route('/shop', { search: { sort: oneOf('name', 'price').optional('name') }, view }),
})
`,
  'lexicon.ts': `export interface Word { readonly lemma: string; readonly gloss: string }
export class Lexicon {
  word(lemma: string, _: { signal: AbortSignal }): Promise<Word | undefined> { return Promise.resolve({ lemma, gloss: '' }) }
}
`,
  'views/word.ts': VIEW,
  'views/home.ts': VIEW,
  'views/post.ts': VIEW,
  'Word.tsx': 'export default function Word(_: { data: unknown }) { return null }\n',
  'phone.ts': `export default { template: '<h1></h1>' }\n`,
  'chart.ts':
    'export class Chart { constructor(_: Element, __: unknown) {} show(_: unknown) {} destroy() {} }\n',
  'statistics.d.ts': `declare const umami: { track(change: (page: object) => object): void }
declare const _paq: unknown[][]
declare function gtag(...args: unknown[]): void
declare module '@plausible-analytics/tracker' { export function init(o: object): void; export function track(n: string, o: object): void }
`,
}

interface Block {
  readonly path: string | undefined
  readonly language: string
  readonly text: string
}

const blocksOf = (file: string): Block[] =>
  [
    ...readFileSync(join(ROOT, file), 'utf8').matchAll(
      /(?:\*\*`([^`\n]+)`\*\*\n\n)?```(ts|js)\n([\s\S]*?)```/g,
    ),
  ].map(([, path, language = '', text = '']) => ({ path, language, text }))

test('every module of README and guides compiles', () => {
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  const root = mkdtempSync(join(ROOT, '.cache/snippets-'))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const guides = readdirSync(join(ROOT, 'docs/guides')).map((name) => `docs/guides/${name}`)
  let count = 0
  for (const file of ['README.md', ...guides]) {
    const folder = file.replace(/\W/g, '_')
    for (const [name, text] of Object.entries(STAND_INS)) write(`${folder}/blocks/${name}`, text)
    blocksOf(file).forEach(({ path, language, text }, at) => {
      if (path?.startsWith('examples/') || (path === undefined && !/^import\b/m.test(text))) return
      // Modules with a path import each other; the others import the stand-ins.
      write(
        path === undefined
          ? `${folder}/blocks/block-${at}.${language}`
          : `${folder}/project/${path}`,
        text,
      )
      count++
    })
  }
  expect(count).toBeGreaterThan(40)
  write(
    'tsconfig.json',
    JSON.stringify({
      extends: '../../tsconfig.json',
      files: undefined,
      include: ['**/*.ts', '**/*.tsx', '**/*.js'],
      references: [],
      compilerOptions: {
        ...{
          noEmit: true,
          allowImportingTsExtensions: true,
          rewriteRelativeImportExtensions: false,
        },
        ...{ lib: ['ES2023', 'DOM', 'DOM.Iterable'], types: ['node'], jsx: 'preserve' },
        ...{
          module: 'ESNext',
          moduleResolution: 'Bundler',
          allowJs: true,
          noImplicitOverride: false,
        },
        ...{ declaration: false, declarationMap: false, sourceMap: false, composite: false },
      },
    }),
  )
  let faults = ''
  try {
    execFileSync('npx', ['tsc', '--pretty', 'false', '-p', root], { cwd: ROOT, encoding: 'utf8' })
  } catch (error) {
    faults = (error as { stdout: string }).stdout
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
  expect(faults.split('\n').filter((line) => line !== '')).toEqual([])
})
