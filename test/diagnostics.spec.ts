/** Codes, sentences and pages of the reference agree, and both halves of the package are told apart by the door they load. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { TEXTS as SERVER } from '../dist/server/diagnostics/diagnostics.js'
import { errorPages } from '../dist/server/diagnostics/error-pages.js'
import { TEXTS as CORE } from '../dist/src/texts.js'
import { hashbang } from './tools/command.ts'

const texts = { ...CORE, ...SERVER }

test('every code has a page of the same title, with what, why and fix, and every page a code', () => {
  const pages = errorPages()
  expect(pages.map(({ code, title }) => `${code}: ${title}`)).toEqual(
    Object.entries(texts).map(([code, { title }]) => `${code}: ${title}`),
  )
  for (const { code, text } of pages) {
    expect(text, code).toMatch(/^\*\*What\.\*\* .+\n\n\*\*Why\.\*\* .+\n\n\*\*Fix\.\*\* .+$/)
  }
})

test('every code is used, and by one place only where the texts are', () => {
  const sources = ['src', 'server'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/texts|diagnostics/.test(file))
      .map((file) => readFileSync(`${folder}/${file}`, 'utf8')),
  )
  for (const code of Object.keys(texts)) {
    expect(
      sources.some((text) => text.includes(`'${code}'`)),
      code,
    ).toBe(true)
  }
})

test('"hashbang explain" prints the page of a code, the list of all, and refuses what is none', async () => {
  const one = await hashbang(['explain', 'hb005'])
  expect([one.code, one.stdout]).toEqual([0, expect.stringContaining('export default htmlView')])
  const all = await hashbang(['explain', '--json'])
  expect(JSON.parse(all.stdout)).toHaveLength(Object.keys(texts).length)
  const none = await hashbang(['explain', 'HB999'])
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('"HB999"')])
})

const said = (conditions: readonly string[]) =>
  execFileSync(
    process.execPath,
    [
      ...conditions,
      '--input-type=module',
      '-e',
      `import { defineRoutes } from 'hashbang-router'
      try { defineRoutes({ shop: '/shop' }) } catch (error) { console.log(error.code, error.message) }`,
    ],
    { encoding: 'utf8' },
  )

test('Node is told the whole sentence', () => {
  expect(said([])).toBe(
    `HB003 HB003: "shop" is no route but "/shop": write shop: route('/pattern', { view: () => import('./view.ts') }).\n`,
  )
})

test('a module of the browser without the sentences has the code and the values', () => {
  const script = `import { defineRoutes } from './dist/src/index.js'
    try { defineRoutes({ shop: '/shop' }) } catch (error) { console.log(error.message) }`
  const args = ['--input-type=module', '-e', script]
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe('HB003: shop, /shop\n')
})
