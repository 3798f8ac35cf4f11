// The units of src/dom, and a walk by real clicks, in WebKitGTK, which has no Navigation API: `npx
// tsx test/dom/webkit.ts`.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { build } from 'vite'
import { freePort } from '../free-port.ts'
import { listening } from '../listening.ts'
import { playwrightTestRunner } from '../playwright-test.config.js'
import { add, type Counts, NOTHING as nothing, readCounts } from '../run/parts.ts'
import { startSite } from './site.ts'

interface Browser {
  open(url: string): Promise<void>
  click(selector: string): Promise<void>
  back(): Promise<void>
  run<T>(script: string): Promise<T>
  /** Asks until the script gives something true, for 60 s at most. */
  until<T>(script: string): Promise<T>
  close(): Promise<void>
}

const DRIVER = 'WebKitWebDriver'
const SCREEN = 'Xvfb'
const DEADLINE_MS = 240_000

const children: ChildProcess[] = []
process.once('exit', () => {
  for (const child of children) child.kill()
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const browser = await openBrowser()
let counts = nothing
for (const file of unitFiles()) counts = add(counts, await runUnits(browser, file))
counts = add(counts, await runWalk(browser))
await browser.close()
console.log(`${counts.passed} passed, ${counts.failed} failed`)
process.exit(counts.failed > 0 ? 1 : 0)

async function openBrowser(): Promise<Browser> {
  // It chooses a free number for its screen and writes it to the descriptor that it is given.
  const screen = spawn(SCREEN, ['-displayfd', '3', '-screen', '0', '1280x900x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  children.push(screen)
  const number = await new Promise<string>((done, fail) => {
    screen.stdio[3]?.once('data', (data: Buffer) => done(String(data).trim()))
    screen.once('exit', (code) => fail(new Error(`${SCREEN} ended with ${code}`)))
  })
  const port = await freePort()
  const env = { ...process.env, DISPLAY: `:${number}` }
  children.push(spawn(DRIVER, [`--port=${port}`], { env, stdio: 'ignore' }))

  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    })
    const { value } = (await response.json()) as {
      value: { error?: string; message?: string } | null
    }
    if (value?.error) throw new Error(`${path}: ${value.error}, ${value.message}`)
    return value
  }
  const patiently = async <T>(ask: () => Promise<T>, tries = 600): Promise<T> => {
    for (;;) {
      const got = await ask().catch((error: unknown) => {
        if (--tries < 0) throw error
      })
      if (got) return got
      if (--tries < 0) throw new Error(`Waited in vain for ${ask}`)
      await new Promise((done) => setTimeout(done, 100))
    }
  }
  await patiently(() => call('GET', '/status'))
  const { sessionId } = (await call('POST', '/session', { capabilities: { alwaysMatch: {} } })) as {
    sessionId: string
  }
  const session = `/session/${sessionId}`
  const run = <T>(script: string) =>
    call('POST', `${session}/execute/sync`, { script: `return ${script}`, args: [] }) as Promise<T>
  return {
    run,
    open: (url) => call('POST', `${session}/url`, { url }) as Promise<void>,
    async click(selector) {
      const found = await call('POST', `${session}/element`, {
        using: 'css selector',
        value: selector,
      })
      await call('POST', `${session}/element/${Object.values(found as object)[0]}/click`, {})
    },
    back: () => call('POST', `${session}/back`, {}) as Promise<void>,
    until: (script) => patiently(() => run(script)),
    close: () => call('DELETE', session) as Promise<void>,
  }
}

function unitFiles(): string[] {
  return readdirSync('test/src/dom')
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => resolve('test/src/dom', name))
}

/**
 * Bundles the units of a file as the test run does for the other browsers, and reads their output.
 * Each file has a document of its own: WebKit refuses more than 100 changes of the history in 10 s,
 * and counts by document.
 */
async function runUnits(browser: Browser, file: string): Promise<Counts> {
  const entry = resolve('.cache', `webkit-units.${process.pid}.js`)
  mkdirSync(resolve('.cache'), { recursive: true })
  writeFileSync(entry, playwrightTestRunner.compileRuntime({ cwd: process.cwd() }, [file]))
  const built = await build({
    configFile: false,
    define: playwrightTestRunner.buildConfig().define,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry, formats: ['es'] },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  rmSync(entry)
  const [result] = (Array.isArray(built) ? built : [built]) as { output: { code: string }[] }[]
  // Each line is sent as it comes, so that a browser that crashes has reported its progress. It is
  // sent at once, because a unit may call `stop()`, which aborts requests.
  const page = `<!doctype html><meta charset="utf-8"><body><script>
    const send = (path, body) => {
      const request = new XMLHttpRequest()
      request.open('POST', path, false)
      request.send(body)
    }
    console.log = (...texts) => send('/line', texts.join(' '))
    window.process = { env: { CI: 'true', NO_COLOR: '1' }, exit: () => send('/over', '') }
    window.onerror = (text) => console.log(text)
  </script><script type="module" src="/units.js"></script>`
  let last = ''
  const { server, origin, close } = await listening(async (request, response) => {
    const { url, method } = request
    let body = ''
    for await (const chunk of request) body += chunk
    response.setHeader('content-type', url === '/units.js' ? 'text/javascript' : 'text/html')
    response.end(method === 'POST' ? '' : url === '/units.js' ? result?.output[0]?.code : page)
    if (url === '/line') {
      console.log(body)
      last = body
    }
    if (url === '/over') server.emit('over')
  })
  const over = new Promise<string | undefined>((done) => {
    server.once('over', () => done(undefined))
    setTimeout(() => done(`did not end in ${DEADLINE_MS} ms`), DEADLINE_MS).unref()
  })
  const fault = await Promise.race([browser.open(`${origin}/`).then(() => over), over]).catch(
    String,
  )
  await close()
  const counts = readCounts(last)
  if (!fault && counts) return counts
  console.log(`✘ ${file}: ${fault ?? 'ended without its counts'}; its last line: ${last}`)
  return { ...nothing, failed: 1 }
}

/** One walk through the fixture app, with real input that a script cannot send. */
async function runWalk(browser: Browser): Promise<Counts> {
  let counts = nothing
  const check = async (what: string, script: string) => {
    const held = await browser.until(script).catch(() => false)
    console.log(`${held ? '✔' : '✘'} walk > ${what}`)
    counts = add(counts, { ...nothing, [held ? 'passed' : 'failed']: 1 })
  }
  const site = await startSite()
  const shows = (text: string) =>
    `document.querySelector('hashbang-outlet h1')?.textContent === '${text}'`
  await browser.open(site.page('/'))
  await check('starts without the Navigation API', `!window.navigation && ${shows('Home')}`)
  await browser.click('a[href="#!/long/1"]')
  await check(
    'follows a link and focuses the heading',
    `${shows('Long 1')} && document.activeElement.localName === 'h1'`,
  )
  await browser.run('window.scrollTo(0, 900)')
  await browser.click('a[href="#sec"]')
  await check(
    'keeps the state for an id',
    "location.hash === '#!/long/1?~=sec' && window.scrollY > 2000",
  )
  await browser.back()
  const isBack = `location.hash === '#!/long/1' && window.scrollY < 2000`
  await check('goes back to where the reader was', isBack)
  await browser.back()
  await check('goes back to the page alone', `${shows('Home')} && location.hash === ''`)
  await browser.run("void (location.hash = '!/secret')")
  await check(
    'lets a guard send the reader elsewhere',
    `${shows('Form')} && location.hash === '#!/form'`,
  )
  await site.close()
  return counts
}
