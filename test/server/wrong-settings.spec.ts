/** Wrong settings in the three places that take them. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { project, write } from '../project.ts'
import { type Ended, hashbang } from '../tools/command.ts'
import { rows } from './helpers/rows.ts'

const PAGE = `"/": {"shell": "index.html", "app": "app.js"}`

/**
 * A Redis that takes connections and never replies: a client that is not closed keeps its process.
 */
const silent = createServer()
test.beforeAll(() => once(silent.listen(0, '127.0.0.1'), 'listening'))
test.afterAll(() => {
  silent.close()
})

/**
 * The fault | the settings | the variable of the environment, if there is one | the message, after
 * the name.
 */
const TABLE = rows`
  a missing shell | {"pages": {"/": {"shell": "none.html", "app": "app.js"}}} | ''
    | none.html", which cannot be read (ENOENT): build the app first, or correct the path
  a missing module | {"pages": {"/": {"shell": "index.html", "app": "none.js"}}} | ''
    | none.js", which cannot be read (ENOENT): build the app first, or correct the path
  a missing site | {"pages": {"/": {"site": "none"}}} | ''
    | none/index.html", which cannot be read (ENOENT): build the app first, or correct the path
  a missing list of states
    | {"pages": {"/": {"site": ".", "states": "#!", "statesFile": "none.txt"}}} | ''
    | none.txt", which cannot be read (ENOENT): correct the path
  missing assets | {"assets": "none"} | ''
    | none", but there is no such folder: build the app first, or correct the path
  assets that are the whole project | {"assets": "."} | ''
    | ", which holds package-lock.json, and everybody may read its files: name the folder of the built client alone
  a shell that is a source | {"assets": "client", "pages": {"/": {"shell": "source.html", "app": "app.js"}}} | ''
    | "shell" loads /main.ts, a source that no browser runs: name the built index.html
  a locale that is none | {"region": {"locale": "x y"}} | LOCALE=x y | "x y": it must be a language tag
`

const root = project(
  {
    'index.html': '<!doctype html><body><hashbang-outlet></hashbang-outlet>',
    'source.html':
      '<!doctype html><body><hashbang-outlet></hashbang-outlet><script type="module" src="/main.ts"></script>',
    'client/x.txt': '',
    'package-lock.json': '{}',
    'app.js':
      "import { defineRoutes } from 'hashbang-router'\nexport const routes = defineRoutes({})",
    'handler.mjs': `
      import { readFileSync } from 'node:fs'
      import { createHandler } from 'hashbang-router/server'
      createHandler(JSON.parse(readFileSync(process.argv[2]))).catch((error) => {
        console.error(error.message)
        process.exitCode = 2
      })`,
  },
  'wrong-settings',
)

const embedded = (file: string): Promise<Ended> =>
  new Promise((done) => {
    const args = [resolve(root, 'handler.mjs'), file]
    const child = execFile(process.execPath, args, { cwd: root }, (_error, stdout, stderr) =>
      done({ code: child.exitCode ?? -1, stdout, stderr }),
    )
  })

/** Settings for a valid start, except for those in `over`. */
function settings(over: Readonly<Record<string, unknown>>, without: string): string {
  const { port } = silent.address() as AddressInfo
  const redis = { url: `redis://127.0.0.1:${port}` }
  const right = { origin: 'https://a.test', pages: JSON.parse(`{${PAGE}}`), workers: 1, redis }
  const { [without]: _, ...rest } = right as Record<string, unknown>
  return JSON.stringify({ ...rest, ...over })
}

for (const [index, [problem, over, variable, message]] of TABLE.entries()) {
  test(`${problem} ends each start with a message that contains the fix`, async () => {
    const wrong = JSON.parse(over) as Record<string, unknown>
    const [name = '', value = ''] = variable.split('=')
    const [setting = ''] = Object.keys(wrong)
    write(root, {
      [`${index}.json`]: settings(wrong, ''),
      [`${index}.config.mjs`]: `export default ${settings(wrong, '')}`,
      [`env-${index}.config.mjs`]: `export default ${settings({}, setting)}`,
    })
    const serve = (file: string, env: NodeJS.ProcessEnv = {}) =>
      hashbang(['serve', '-c', file], root, { PORT: '0', ...env })
    const all = await Promise.all([
      serve(`${index}.config.mjs`),
      embedded(`${index}.json`),
      ...(name === '' ? [] : [serve(`env-${index}.config.mjs`, { [name]: value })]),
    ])
    for (const { code, stderr } of all) {
      expect(code).toBe(2)
      expect(stderr).toContain(message)
      expect(stderr).not.toMatch(/\n\s+at /)
    }
    if (name !== '') expect(all[2]?.stderr).toContain(`${name} is `)
  })
}
