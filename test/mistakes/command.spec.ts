/**
 * Mistakes at the command line and in the configuration: each ends with the exit code that is
 * documented, and a sentence.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { listening } from '../listening.ts'
import { project } from '../project.ts'
import { hashbang } from '../tools/command.ts'
import { holds, readMistakes, shell } from './mistake.ts'

const APP = `import { defineRoutes, html, htmlView, oneOf, route } from 'hashbang-router'
const view = async () => ({ default: htmlView(() => html\`<h1>fine</h1>\`) })
const { BEGUN, MANY = 0 } = process.env
export const routes = defineRoutes({
  home: route('', { view }),
  hangs: route('/hangs', { load: () => new Promise(() => {}), view }),
  shop: route('/shop', { search: { sort: oneOf('name', 'price').optional('name') }, view }),
  word: route('/word/:lemma', { view }),
  many: route('/many/:id', {
    *entries() { for (let id = 0; id < MANY; id++) yield { params: { id: String(id) } } },
    load: async ({ params }) => (BEGUN && await fetch(BEGUN), params.id),
    view,
  }),
})
`
const CONFIG = `export default {
  origin: 'http://a.test',
  pages: { '/': { shell: 'index.html', app: 'app.js' } },
  allowFetch: process.env.BEGUN ? [new URL(process.env.BEGUN).origin] : [],
  workers: 1,
  workerEnv: ['BEGUN', 'MANY'],
  host: '127.0.0.1',
`
const FILES = {
  'app.js': APP,
  'index.html': shell(),
  'hashbang.config.js': `${CONFIG}}\n`,
  'brief.config.js': `${CONFIG}  limits: { deadline: 1000 },\n}\n`,
  'syntax.config.js': `${CONFIG}  port 3000,\n}\n`,
  'setting.config.js': `${CONFIG}  prot: 3000,\n}\n`,
  'context.config.js': `${CONFIG.replace('app.js', 'context.js')}  port: 0,\n}\n`,
  'context.js': `${APP}\nexport const context = () => { throw new Error('no database at db.test') }\n`,
  'window.config.js': `${CONFIG.replace('app.js', 'window.js')}}\n`,
  'window.js': `const wide = window.innerWidth > 600\n${APP}`,
  'import.config.js': `${CONFIG.replace('app.js', 'import.js')}}\n`,
  'import.js': `import 'no-such-package'\n${APP}`,
  'called.config.js': `${CONFIG.replace('app.js', 'called.js')}  port: 0,\n}\n`,
  'called.js': APP.replace('load: () => new Promise(() => {})', "load: fetch('/x')"),
  'inner.config.js': `${CONFIG.replace('app.js', 'inner.js')}  port: 0,\n}\n`,
  'inner.js': `${APP}import './broken.js'\n`,
  'broken.js': 'export const a = 1\nexport const b = (\n',
  'rejected.config.js': `${CONFIG.replace('app.js', 'rejected.js')}}\n`,
  'rejected.js': `${APP}\nPromise.reject(new Error('caught by nobody'))\n`,
  'entries.config.js': `${CONFIG.replace('app.js', 'entries.js')}}\n`,
  'entries.js': APP.replace('*entries() {', "*entries() { throw new Error('no database');"),
  'plain.config.js': `${CONFIG.replace('app.js', 'plain.js')}}\n`,
  'plain.js': `import { route } from 'hashbang-router'\nexport const routes = { home: route('') }\n`,
}

let root: string
test.beforeAll(() => {
  root = project(FILES, 'mistakes')
})

/** Nobody listens there, and only root may: compressnet. */
const DEAD = 'http://127.0.0.1:2/'

/**
 * By the exit code, the command line, and whether it is nightly, as another one of `npm test`
 * promises the same.
 */
const MISTAKES = readMistakes(`
a config with a syntax error ¦ 2 ¦ serve -c syntax.config.js
  HB108: Cannot read ¦ SyntaxError: Unexpected number
  export default defineConfig({ … }) ¦ syntax.config.js:8
a setting with a slip ¦ 2 ¦ sitemap -c setting.config.js
  HB109 ¦ "prot" is no setting (did you mean "port"?) ¦ Cannot use ¦ setting.config.js
a config that is not there ¦ 2 ¦ export -c none.config.js
  HB107: There is no config file ¦ none.config.js ¦ check the path ¦ none.config.js
routes that defineRoutes was not called with ¦ 2 ¦ inspect / -c plain.config.js
  HB101: The app module of "/" ¦ {"home": ¦ Wrap them: export const routes = defineRoutes({ … })
  plain.js
a module that names window at its top ¦ 2 ¦ sitemap -c window.config.js
  HB102: Cannot import the app module of "/" ¦ ReferenceError: window is not defined ¦ window.js:1:
  move this into a loader or a view
an import that is not there ¦ 2 ¦ inspect / -c import.config.js
  HB102: Cannot import the app module of "/" ¦ Cannot find package 'no-such-package' ¦ import.js
  : correct
a loader that is called, not named ¦ 2 ¦ serve -c called.config.js
  HB102: Cannot import the app module of "/" ¦ HB018: "load" of "hangs" is a promise
  it must be a function ¦ correct ¦ called.js:4:
a syntax error in a module of the app ¦ 2 ¦ serve -c inner.config.js
  HB102: Cannot import the app module of "/" ¦ SyntaxError ¦ correct ¦ broken.js:3:1
a promise that is rejected at a module's top ¦ 3 ¦ inspect / -c rejected.config.js
  Error ¦ caught by nobody ¦ at ¦ rejected.js:16:
entries that throw ¦ 3 ¦ sitemap --list -c entries.config.js
  HB019: The "entries" of "many" (/many/:id) ¦ no database ¦ repair the service ¦ entries.js:
a context() that throws ¦ 3 ¦ serve -c context.config.js
  HB103: The context() of the app module of "/" ¦ no database at db.test
  repair the service that it connects to ¦ context.js:
a variable for workers that is not set ¦ 3 ¦ serve -c context.config.js ¦ nightly
  workerEnv ¦ names BEGUN, MANY, which this process does not have ¦ set it ¦ correct the name
a route with params and no entries, in a sitemap ¦ 0 ¦ sitemap --list
  HB110: "word" ¦ (/word/:lemma) ¦ Add entries: () => [ ¦ "word" (/word/:lemma)
a search key that is refused ¦ 1 ¦ inspect /shop?sort=size
  HB111: "shop" (/shop) ¦ refuses the search key "sort" "size"
  Pass a value that its codec reads ¦ /shop
a state that no route takes ¦ 1 ¦ inspect /nowhere
  none takes this state ¦ 404 in ¦ _escaped_fragment_=/nowhere ¦ http://a.test/#!/nowhere
a state without the slash of its pattern ¦ 1 ¦ inspect shop
  HB119: No route takes "#!shop" ¦ "shop" (/shop) takes "#!/shop" ¦ none takes this state
  both with "/" at the beginning
a loader that hangs ¦ 1 ¦ inspect /hangs -c brief.config.js ¦ nightly
  503 in ¦ HB105: The state "/hangs" had no page ¦ the loader of "hangs"
  Set a shorter time limit there
a page that there is not ¦ 2 ¦ inspect / --page /admin.html
  HB113 ¦ "/admin.html" ¦ set --page to one of "/" ¦ --page
a server that does not run, by crawl ¦ 3 ¦ crawl ${DEAD}
  HB112: Cannot reach ¦ connection refused ¦ Start the server, or correct the URL ¦ ${DEAD}
a server that does not run, by verify ¦ 3 ¦ verify ${DEAD} ¦ nightly
  HB112: Cannot reach ¦ connection refused ¦ Start the server, or correct the URL ¦ ${DEAD}
a server that does not run, by inspect ¦ 3 ¦ inspect ${DEAD}#!/x ¦ nightly
  HB112: Cannot reach ¦ connection refused ¦ Start the server, or correct the URL
  _escaped_fragment_=/x
`)

for (const { columns, ...mistake } of MISTAKES) {
  const [exit, line = '', level] = columns
  const tag = level === 'nightly' ? '@nightly' : []
  test(`${mistake.name}: exit code ${exit}, and a message with the remedy`, { tag }, async () => {
    const { code, stdout, stderr } = await hashbang(line.split(' '), root)
    const output = stdout + stderr
    holds(output, mistake)
    expect(code, output).toBe(Number(exit))
    // The log of a server that ends is no second message, and a bundle's line helps nobody.
    if (line.startsWith('serve'))
      expect(output.match(/HB\d+: Cannot|Until then|\S{2000}/g)?.length ?? 1).toBe(1)
  })
}

const REFUSED: readonly (readonly [line: string, message: string, tag?: '@nightly'])[] = [
  ['fly', "unknown command 'fly'\n(hashbang --help lists all commands)"],
  ['crawl', "missing required argument 'url'\n(usage: hashbang crawl [options] <url>; --help"],
  [
    'serve --prot 3000',
    "unknown option '--prot'\n(Did you mean --port?)\n(usage: hashbang serve [options]; --help lists the options)",
    '@nightly',
  ],
  ['verify nowhere', 'Cannot verify "nowhere": expected a URL'],
  ['verify http://localhost:9 --readable /s/', 'Cannot use --readable "/s/": it is for states'],
  ['export --shard 3/2', 'Expected i/n, such as 1/4'],
  ['export --twins x', "unknown option '--twins'", '@nightly'],
]
for (const [line, message, tag = []] of REFUSED)
  test(`"hashbang ${line}" ends with exit code 2 and a message`, { tag }, async () => {
    const { code, stderr } = await hashbang(line.split(' '), root)
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  })

test('sitemap --list --json prints one JSON document', async () => {
  const { code, stdout } = await hashbang(['sitemap', '--list', '--json'], root, { MANY: '2' })
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    ['', '#!/hangs', '#!/shop', '#!/many/0', '#!/many/1'].map((state) => `http://a.test/${state}`),
  ])
})

/**
 * Runs a command until it has sent a server that many requests, presses Ctrl-C, and returns its
 * output.
 */
async function interrupted(
  argsFor: (url: string) => readonly string[],
  answer: (path: string) => string,
  times: number,
) {
  let requests = 0
  let enough = () => {}
  const begun = new Promise<void>((done) => (enough = done))
  const { origin, close } = await listening((request, response) => {
    if (request.url === '/robots.txt') return response.writeHead(404).end()
    requests += 1
    if (requests === times) enough()
    response.setHeader('content-type', 'text/html')
    response.end(answer(request.url ?? ''))
  })
  const url = `${origin}/`
  const child = spawn(process.execPath, [resolve('dist/server/cli/main.js'), ...argsFor(url)], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, MANY: '5000', BEGUN: url },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const ended = once(child, 'close')
  await Promise.race([begun, ended])
  child.kill('SIGINT')
  const [code] = await ended
  await close()
  return { code, output }
}

test('Ctrl-C ends a crawl with its results so far and exit code 130', async () => {
  const { code, output } = await interrupted(
    (url) => ['crawl', `${url}#!/a`, '--limit', '100000'],
    (path) => {
      const state = new URL(path, DEAD).searchParams.get('_escaped_fragment_') ?? ''
      const links = [0, 1, 2].map((more) => `<a href="#!${state}/${more}">x</a>`).join('')
      return `<!doctype html><title>${state}</title><p>${state}</p>${links}`
    },
    20,
  )
  expect(output).toMatch(/Visited \d+ URLs/)
  expect(output).toContain('Interrupted: these are the results so far.')
  expect(output).not.toContain('unreachable')
  expect(code).toBe(130)
})

test('Ctrl-C ends an export with exit code 130, without removals, and names the flag to continue', async () => {
  const { code, output } = await interrupted(
    // A state that hangs is waited for: not for long.
    () => ['export', '-c', 'brief.config.js', '-o', 'out', '--run', 'one'],
    () => '',
    3,
  )
  expect(output).toMatch(/Interrupted after \d+ states?: nothing was removed/)
  expect(output).toContain('--run one continues it')
  expect(code).toBe(130)
})
