/** A first use, from the packed tarball and its documents alone. */
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { basename, dirname, join } from 'node:path'
import { expect, test } from '@playwright/test'
import { npm, PACKAGE } from './installed.ts'
import { temporaryFolder } from './memory-folder.ts'
import { type Files, write } from './project.ts'
import { filesOf, follow, readSteps, type Step } from './steps.ts'
import { type Running, run, serve, served } from './terminal.ts'

const UGLY = '/?_escaped_fragment_=/word/ajax'
const TOKEN = 'a-token-of-a-first-use'

const stepsOf = (file: string) => readSteps(readFileSync(join(PACKAGE, file), 'utf8'))

const textOf = async (url: string) => (await fetch(url)).text()

/** A folder with these files, and with the packages that the npm commands in a document install. */
async function installed(steps: readonly Step[], files: Files = filesOf(steps)): Promise<string> {
  const folder = temporaryFolder('hashbang-first-use')
  write(folder, files)
  for (const step of steps)
    if (step.kind === 'command' && /^npm (?:install|pkg)/.test(step.line))
      await npm(step.line.slice(4), folder)
  return folder
}

test('Start leads from an empty folder to a snapshot, in development and in production', async () => {
  const folder = temporaryFolder('hashbang-start')
  let server: Running | undefined
  try {
    const checked = await follow(stepsOf('docs/guides/start.md'), async (step) => {
      if (step.kind === 'file') return void write(folder, { [step.path]: step.text })
      const { line } = step
      if (/^npm install/.test(line)) return npm(line.slice(4), folder)
      if (!/^npm (?:run dev|start)$/.test(line))
        return run(
          line.replace(
            /^curl (.*)http:\/\/localhost:\d+/,
            `curl --silent --fail $1${server?.origin}`,
          ),
          folder,
        )
      await server?.stop()
      server = await serve(line, folder)
    })
    expect(checked).toBe(3)
  } finally {
    await server?.stop()
  }
})

/** The first command of a guide that is one of ours. */
const commandOf = (guide: string): string =>
  stepsOf(`docs/guides/${guide}`).flatMap((step) =>
    step.kind === 'command' && /npx hashbang(?:-router)? /.test(step.line) ? [step.line] : [],
  )[0] ?? ''

test.describe('the app of the README takes the first command of each guide', () => {
  /** The app as the README builds it, and without the plugin. */
  let folder: string
  let plain: string
  test.beforeAll(async () => {
    const steps = stepsOf('README.md')
    folder = await installed(steps)
    await run('npx vite build', folder)
    const { 'vite.config.ts': _, ...files } = filesOf(steps)
    plain = await installed(steps, files)
    await run('npx vite build', plain)
  })

  for (const guide of ['deploy', 'leave-hashbang', 'operate'])
    test(guide, async () => {
      const line = commandOf(`${guide}.md`).replace('METRICS=9090', 'METRICS=0')
      await served(line, folder, async (origin) => {
        expect(await textOf(origin + UGLY)).toContain('<title>ajax</title>')
      })
    })

  test('test-and-verify', async () => {
    expect(await run(commandOf('test-and-verify.md'), folder)).toMatch(/status +200/)
  })

  test('deploy-files', async () => {
    const steps = stepsOf('README.md')
    const table = filesOf(steps)['routes.ts'] ?? ''
    const withAddresses = table
      .replace(', route }', ', readableScheme, route }')
      .replace(/\}\)\n$/, "}, { readable: readableScheme('/s/', { files: true }) })\n")
    const own = await installed(steps, { ...filesOf(steps), 'routes.ts': withAddresses })
    await run('npx vite build', own)
    expect(await run(commandOf('deploy-files.md'), own)).toMatch(/^\d+ states?, 0 errors/m)
    expect(readFileSync(join(own, 'dist/site/index.html'), 'utf8')).toContain('ajax')
  })

  test('deploy-cdn', async () => {
    const line = `PURGE_TOKEN=${TOKEN} ORIGIN=https://example.com npx hashbang serve`
    await served(line, folder, async (origin) => {
      const purge = commandOf('deploy-cdn.md').replace('https://example.com', origin)
      await run(`PURGE_TOKEN=${TOKEN} ${purge}`, folder)
    })
  })

  for (const guide of ['adopt', 'migrate'])
    test(guide, async () => {
      await served(`${commandOf(`${guide}.md`)} --port 0`, plain, async (origin) => {
        expect(await textOf(origin + UGLY)).toContain('<h1>ajax</h1>')
      })
    })

  test('add-to-your-app', async () => {
    expect(await run(`${commandOf('add-to-your-app.md')} --yes`, plain)).toContain('vite.config')
  })

  test('a start without the client of Redis ends with the command that installs it', async () => {
    const { 'node/server.js': server = '' } = filesOf(stepsOf('docs/guides/embed.md'))
    write(folder, { 'server.js': server })
    const settings = 'ORIGIN=https://example.com REDIS_URL=redis://localhost:1'
    for (const line of ['npx hashbang serve', 'node server.js'])
      await expect(run(`${settings} ${line}`, folder)).rejects.toThrow('npm install @redis/client')
  })
})

test.describe('each server of Embed serves the whole site, and drains', () => {
  let folder: string
  test.beforeAll(async () => {
    const [start, embed] = [stepsOf('docs/guides/start.md'), stepsOf('docs/guides/embed.md')]
    const files = Object.entries(filesOf(embed)).map(([path, text]) => [
      path.endsWith('/server.js') ? `${basename(dirname(path))}.js` : basename(path),
      text,
    ])
    folder = await installed([...start, ...embed], {
      ...filesOf(start),
      ...Object.fromEntries(files),
    })
    await run('npm run build', folder)
  })

  for (const name of ['express', 'fastify', 'hono', 'koa', 'node'])
    test(name, async () => {
      const settings = `ORIGIN=https://words.test PURGE_TOKEN=${TOKEN} METRICS=/metrics`
      const server = await serve(`${settings} node ${name}.js`, folder)
      const { origin } = server
      const answer = async (path: string): Promise<[number, string]> => {
        const response = await fetch(origin + path)
        return [response.status, await response.text()]
      }
      const renders = async () =>
        Number(
          /^hashbang_renders_total\{outcome="snapshot"\} (\d+)$/m.exec(
            (await answer('/metrics'))[1],
          )?.[1],
        )
      try {
        const [, app] = await answer('/')
        expect(app).toContain('<hashbang-outlet>')
        const [, script = ''] = / src="([^"]+\.js)"/.exec(app) ?? []
        for (const [path, text] of Object.entries({
          [UGLY]: '<link rel="canonical" href="https://words.test/#!/word/ajax">',
          '/sitemap.xml': '<loc>https://words.test/#!/word/hash</loc>',
          '/readyz': 'It is ready.',
          '/api/time': '"time"',
          [script]: 'hashbang-outlet',
        }))
          expect([path, await answer(path)]).toEqual([path, [200, expect.stringContaining(text)]])
        expect((await answer('/nowhere'))[0]).toBe(404)

        const before = await renders()
        await answer(UGLY)
        expect(await renders()).toBe(before)
        await run(`PURGE_TOKEN=${TOKEN} npx hashbang purge ${origin} --all`, folder)
        await answer(UGLY)
        expect(await renders()).toBe(before + 1)
        if (name === 'express') {
          await fetch(`${origin}/api/word/ajax`, { method: 'POST' })
          await answer(UGLY)
          expect(await renders()).toBe(before + 2)
        }

        // A request is always under way: a page with a query is made anew each time.
        const agent = new Agent({ keepAlive: true, maxSockets: 1 })
        const statuses: (number | undefined)[] = []
        const busy = (async () => {
          for (;;) {
            const query = `?n=${statuses.length}&`
            statuses.push(await statusOf(origin + UGLY.replace('?', query), agent))
          }
        })().catch(() => undefined)
        await expect.poll(() => statuses.length).toBeGreaterThan(9)
        await server.stop()
        await busy
        expect(new Set(statuses)).toEqual(new Set([200]))
      } finally {
        await server.stop()
      }
    })
})

const statusOf = (url: string, agent: Agent): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      const { statusCode } = response
      response.resume().on('close', () => resolve(response.complete ? statusCode : undefined))
    }).on('error', reject)
  })
