// biome-ignore-all lint/suspicious/noTemplateCurlyInString: modules with templates are what is built here
/** What an app does not use costs it nothing: readable addresses and paths are in the bundle of those alone that import them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { build, type Plugin } from 'vite'
import { leanOutletPlugin } from '../dist/server/vite/lean-outlet-plugin.js'
import { placedHtmlPlugin } from '../dist/server/vite/placed-html-plugin.js'
import { plainPathsPlugin } from '../dist/server/vite/plain-paths-plugin.js'

// Inside the package, so that the apps find it by its name.
const CACHE = join(import.meta.dirname, '../.cache')

const app = (scheme: string, option: string) =>
  `import { defineRoutes, html, htmlView, route${scheme && `, ${scheme}`} } from 'hashbang-router'
import { start } from 'hashbang-router/browser'
const view = async () => ({ default: htmlView(() => html\`<h1>Home</h1>\`) })
start(defineRoutes({ home: route('', { view }) }${option && `, { ${option} }`}))`

/** Text that only the module has, whatever a minifier makes of its names. */
const MARKS = { readable: 'HB016', path: 'Cannot write the state' }

/** The same of what reads patterns of all kinds, and searches. */
const WHOLE = ['HB001', 'HB008']

/** Modules with routes that are plain paths, and such that have one thing more. */
const PLAIN: Readonly<Record<string, string>> = {
  texts: `route('/a/b.c', { view })`,
  params: `route('/a/:x/:y', { params: { x: int }, view })`,
  nested: `route('/a', { children: (route) => ({ b: route('/:b', { view }) }) })`,
  'with a context': `routed('/a/:b', { view, load: ({ context }) => context.route })`,
}
const MORE: Readonly<Record<string, string>> = {
  'a search': `route('/a', { search: { page: int }, view })`,
  'a search, perhaps': `route('/a', { ...options, view })`,
  'options from elsewhere': `route('/a', options)`,
  'a key and its value': `route('a=:b', { view })`,
  'a param that may be absent': `route('/a/:b?', { view })`,
  'a rest': `route('/a/*', { view })`,
  'text around a param': `route('/a-:b', { view })`,
  'an escape': `route('/%61', { view })`,
  'a pattern from elsewhere': `route(options.pattern, { view })`,
  'nested, with a search': `route('/a', { children: (route) => ({ b: route('/b', { search: { page: int } }) }) })`,
  'nested, by what comes from elsewhere': `route('/a', { children: options.children })`,
  'a route by another name': `[route].map((one) => one('/a=b'))[0]`,
  'a shadowed name': `((route) => route)(route)('/a=b')`,
  'with a context and a search': `routed('/a', { search: { page: int }, view })`,
}
const module = (
  made: string,
) => `import { defineRoutes, html, htmlView, int, route, routeWith } from 'hashbang-router'
import { start } from 'hashbang-router/browser'
const view = async () => ({ default: htmlView(() => html\`<h1>Home</h1>\`) })
const routed = routeWith()
const options = globalThis.given
start(defineRoutes({ home: route('', { view }), it: ${made} }), { context: int })`

/** Templates whose places are told by the build, with values that each place writes in a way of its own. */
const PLACED: Readonly<Record<string, string>> = {
  'no value': 'html`<p>Text</p>`',
  text: 'html`<p>${bad} ${1} ${null} ${[bad, [true, bad]]}</p>`',
  'an attribute': `html\`<p title="\${bad} a \${2}" class='\${bad}'></p>\``,
  'an address': 'html`<a href="${bad}">${bad}</a>`',
  'an address that runs': 'html`<a href="${run}"></a>`',
  'one in two values': 'html`<a href="${\'java\'}${\'script:x\'}" title="${run}"></a>`',
  'the end of an address': 'html`<a href="#!/word/${run}"></a><img src="img${1}.png">`',
  'a data script': 'html`<script type="application/json">${bad}</script>${bad}`',
  'nested html':
    'html`<ul title="${html`<b>${bad}</b>`}">${[1, 2].map((one) => html`<li>${one}</li>`)}</ul>`',
  'escapes of the template': 'html`<p>\\u00e9 \\` \\${ ${bad}</p>`',
  'signs of two units': 'html`<p>😀 ${bad} 😀</p>` + html`<b>${bad}</b>`',
}
/** Such where they are not, or where \`html\` may be more than a tag. */
const UNPLACED: Readonly<Record<string, string>> = {
  'an address that begins like one that runs': 'html`<a href="j${\'ava\'}"></a>`',
  'no place for a value':
    '(() => { try { return html`<p onclick="${bad}"></p>` } catch ({ code }) { return code } })()',
  'a call': "html(Object.assign(['<p>', '</p>'], { raw: [] }), bad)",
  'another name': '((tag) => tag`<p>${bad}</p>`)(html)',
  'a shadowed name':
    '((html) => html`<p>${bad}</p>`)((strings, ...values) => values.length) + html`<b>${bad}</b>`',
}
const templates = (made: string) => `import { html } from 'hashbang-router'
const bad = '<b>"&\\''
const run = 'javascript:alert(1)'
export const made = String(${made})`

let root: string
test.beforeAll(() => {
  mkdirSync(CACHE, { recursive: true })
  root = mkdtempSync(join(CACHE, 'basic-'))
  const files = {
    'basic.js': app('', ''),
    'readable.js': app('readableScheme', 'readable: readableScheme()'),
    'path.js': app('pathScheme', 'scheme: pathScheme()'),
  }
  for (const [file, text] of Object.entries(files)) writeFileSync(join(root, file), text)
})
test.afterAll(() => rmSync(root, { recursive: true, force: true }))

/** The code that is loaded at once by entries that are built together. */
async function loadedBy(
  names: readonly string[],
  plugins: readonly Plugin[] = [],
): Promise<Record<string, string>> {
  const input = Object.fromEntries(names.map((name) => [name, join(root, `${name}.js`)]))
  const built = await build({
    ...{ root, configFile: false, logLevel: 'silent', plugins: [...plugins] },
    build: { write: false, rollupOptions: { input, preserveEntrySignatures: 'strict' } },
  })
  const output = ([built].flat()[0] as { output: { type: string }[] }).output
  const chunks = new Map(
    output.flatMap((one) => {
      const chunk = one as {
        type: string
        fileName: string
        name: string
        code: string
        imports: string[]
      }
      return chunk.type === 'chunk' ? [[chunk.fileName, chunk] as const] : []
    }),
  )
  const closure = (file: string, seen: Set<string>): string => {
    const chunk = chunks.get(file)
    if (chunk === undefined || seen.has(file)) return ''
    seen.add(file)
    return chunk.code + chunk.imports.map((one) => closure(one, seen)).join('')
  }
  return Object.fromEntries(
    names.map((name) => {
      const entry = [...chunks.values()].find((chunk) => chunk.name === name)
      return [name, closure(entry?.fileName ?? '', new Set())]
    }),
  )
}

test('an app without readable addresses and paths has no code of them', async () => {
  const { basic = '' } = await loadedBy(['basic'])
  const { readable = '' } = await loadedBy(['readable'])
  const { path = '' } = await loadedBy(['path'])
  const has = (code: string) => Object.values(MARKS).map((mark) => code.includes(mark))
  expect([has(basic), has(readable), has(path)]).toEqual([
    [false, false],
    [true, false],
    [false, true],
  ])
  expect(basic.length).toBeGreaterThan(10_000)
})

test('a module whose routes are plain paths brings no more than these need, and any other all', async () => {
  const modules = Object.entries({ ...PLAIN, ...MORE })
  for (const [index, [, made]] of modules.entries())
    writeFileSync(join(root, `made-${index}.js`), module(made))
  const whole: Record<string, boolean[]> = {}
  for (const [index, [what]] of modules.entries()) {
    const name = `made-${index}`
    const { [name]: code = '' } = await loadedBy([name], [plainPathsPlugin()])
    whole[what] = WHOLE.map((mark) => code.includes(mark))
  }
  expect(whole).toEqual({
    ...Object.fromEntries(Object.keys(PLAIN).map((what) => [what, [false, false]])),
    ...Object.fromEntries(Object.keys(MORE).map((what) => [what, [true, true]])),
  })
})

test('templates that the build has looked at write the same as they do without, and bring no more than that needs', async () => {
  const modules = Object.entries({ ...PLACED, ...UNPLACED })
  const mades = async (code: string) =>
    (await import(`data:text/javascript,${encodeURIComponent(code)}`)).made as string
  const looked: Record<string, boolean> = {}
  for (const [index, [what, made]] of modules.entries()) {
    const name = `html-${index}`
    writeFileSync(join(root, `${name}.js`), templates(made))
    const { [name]: whole = '' } = await loadedBy([name])
    const { [name]: placed = '' } = await loadedBy([name], [placedHtmlPlugin()])
    expect(await mades(placed), what).toBe(await mades(whole))
    expect(whole).toContain('HB009')
    looked[what] = !placed.includes('HB009')
  }
  expect(looked).toEqual({
    ...Object.fromEntries(Object.keys(PLACED).map((what) => [what, true])),
    ...Object.fromEntries(Object.keys(UNPLACED).map((what) => [what, false])),
  })
})

test('a module in one line, whose routes are plain and whose templates are placed, is built in either order', async () => {
  const lines = [module("route('it', { view })"), templates('html`<p>${bad}</p>`')]
  for (const [index, text] of lines.entries())
    writeFileSync(join(root, `line-${index}.js`), text.replaceAll('\n', ';'))
  const plugins = [plainPathsPlugin(), placedHtmlPlugin()]
  for (const order of [plugins, plugins.toReversed()]) {
    const { 'line-0': routed = '', 'line-1': made = '' } = await loadedBy(
      ['line-0', 'line-1'],
      order,
    )
    expect(WHOLE.some((mark) => routed.includes(mark))).toBe(false)
    expect(`${routed}${made}`).not.toContain('HB009')
  }
})

test('a client without style sheets of Lit is not sent the module for them, and one with such shows them', async ({
  page,
}) => {
  const mark = 'cssRules'
  const lean = leanOutletPlugin(() => false)
  writeFileSync(
    join(root, 'styled.js'),
    `import { css, ReactiveElement } from '@lit/reactive-element'
${app('', '')}
customElements.define('a-styled', class extends ReactiveElement { static styles = css\`:host { color: rgb(1, 2, 3) }\` })
document.body.append(document.createElement('a-styled'))`,
  )
  const { basic = '' } = await loadedBy(['basic'])
  expect(basic).toContain(mark)
  expect((await loadedBy(['basic'], [lean])).basic).not.toContain(mark)

  const built = await build({
    ...{ root, configFile: false, logLevel: 'silent', plugins: [lean] },
    build: { write: false, rollupOptions: { input: join(root, 'styled.js') } },
  })
  const output = ([built].flat()[0] as { output: { fileName: string; code?: string }[] }).output
  const files = new Map(output.map(({ fileName, code }) => [`/${fileName}`, code]))
  const shell = `<hashbang-outlet></hashbang-outlet><script type="module" src="/${output[0]?.fileName}"></script>`
  await page.route('**/*', (route) => {
    const code = files.get(new URL(route.request().url()).pathname)
    return route.fulfill(
      code === undefined
        ? { contentType: 'text/html', body: shell }
        : { contentType: 'text/javascript', body: code },
    )
  })
  await page.goto('http://lean.test/')
  await expect(page.locator('hashbang-outlet > h1')).toHaveText('Home')
  await expect(page.locator('a-styled')).toHaveCSS('color', 'rgb(1, 2, 3)')
})
