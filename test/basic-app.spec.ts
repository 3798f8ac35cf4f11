/**
 * An unused feature costs an app nothing: readable addresses and paths are in the bundle only if
 * the app imports them.
 */
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { build } from 'vite'
import { project } from './project.ts'

const app = (scheme: string, option: string) =>
  `import { defineRoutes, html, htmlView, route${scheme && `, ${scheme}`} } from 'hashbang-router'
import { start } from 'hashbang-router/browser'
const view = async () => ({ default: htmlView(() => html\`<h1>Home</h1>\`) })
start(defineRoutes({ home: route('', { view }) }${option && `, { ${option} }`}))`

/** Text that only the module has, even after a minifier has renamed things. */
const MARKS = ['HB016', 'Cannot write the state']

interface Chunk {
  readonly type: 'chunk' | 'asset'
  readonly code: string
  readonly isEntry: boolean
  readonly imports: readonly string[]
}

/** The code that an app loads at once: an entry that is built alone has all of it. */
async function loadedBy(text: string): Promise<string> {
  const root = project({ 'app.js': text })
  const built = await build({
    ...{ root, configFile: false, logLevel: 'silent' },
    build: { write: false, rollupOptions: { input: join(root, 'app.js') } },
  })
  const { output } = [built].flat()[0] as unknown as { output: Chunk[] }
  const entry = output.find(({ isEntry }) => isEntry)
  expect(entry?.imports).toEqual([])
  return entry?.code ?? ''
}

test('an app without readable addresses and paths has no code of them', async () => {
  const basic = await loadedBy(app('', ''))
  const readable = await loadedBy(app('readableScheme', 'readable: readableScheme()'))
  const path = await loadedBy(app('pathScheme', 'scheme: pathScheme()'))
  const has = (code: string) => MARKS.map((mark) => code.includes(mark))
  expect([basic, readable, path].map(has)).toEqual([
    [false, false],
    [true, false],
    [false, true],
  ])
  expect(basic.length).toBeGreaterThan(10_000)
})
