/**
 * The DOM without the rest of the package: its own folder, the two that it stands on, and the core.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'

const ROOT = new URL('../../../', import.meta.url)
const COPIED = ['dom', 'html', 'diagnostics/runtime', 'happy-dom.js', 'css-grammar.cjs']

/** The example of the README, with a second page that looks for the first. */
function example(): string {
  const readme = readFileSync(new URL('server/dom/README.md', ROOT), 'utf8')
  const code = /```js\n([\s\S]+?)```/.exec(readme)?.[1] ?? ''
  return `${code}
open('http://localhost/two')
console.log(document.querySelector('p'), location.href, typeof globalThis.left)
Object.preventExtensions(Array.prototype)
console.log((await close()).join().slice(0, 63))
`
}

test('a page is shown and taken back with no other folder of the package', () => {
  const folder = test.info().outputPath('alone')
  for (const name of COPIED) {
    cpSync(new URL(`dist/server/${name}`, ROOT), `${folder}/dist/server/${name}`, {
      recursive: true,
    })
  }
  // HTML's grammar stands on the core, which needs neither Node nor a document.
  cpSync(new URL('dist/src', ROOT), `${folder}/dist/src`, {
    recursive: true,
    filter: (from) => !/src\/(?:dom|views|devtools|legacy)$/.test(from),
  })
  symlinkSync(fileURLToPath(new URL('node_modules', ROOT)), `${folder}/node_modules`)
  const imports = {
    '#happy-dom': './dist/server/happy-dom.js',
    '#css-grammar': './dist/server/css-grammar.cjs',
  }
  writeFileSync(`${folder}/package.json`, JSON.stringify({ type: 'module', imports }))
  writeFileSync(
    `${folder}/example.js`,
    example().replace(
      'console.log(await close())',
      'globalThis.left = 1\nconsole.log(await close())',
    ),
  )
  const printed = execFileSync(process.execPath, ['example.js'], {
    ...{ cwd: folder, encoding: 'utf8', env: { ...process.env, FORCE_COLOR: '0' } },
  })
  expect(printed.trim().split('\n')).toEqual([
    'true',
    '[]',
    'null http://localhost/two undefined',
    'it changed what all pages share: Array.prototype, which takes n',
  ])
})
