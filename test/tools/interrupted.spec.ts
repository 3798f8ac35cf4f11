/** Ctrl-C ends a command with its results so far. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { shell } from '../errors/sections.ts'
import { listening } from '../listening.ts'
import { project } from '../project.ts'

const FILES = {
  'index.html': shell(),
  'app.js': `import { defineRoutes, html, htmlView, route } from 'hashbang-router'
const view = async () => ({ default: htmlView(() => html\`<h1>fine</h1>\`) })
export const routes = defineRoutes({
  home: route('', { view }),
  many: route('/many/:id', {
    *entries() { for (let id = 0; id < 5000; id++) yield { params: { id: String(id) } } },
    load: async ({ params }) => (await fetch(process.env.BEGUN), params.id),
    view,
  }),
})
`,
  'hashbang.config.js': `export default {
  origin: 'http://a.test',
  pages: { '/': { shell: 'index.html', app: 'app.js' } },
  allowFetch: [new URL(process.env.BEGUN).origin],
  workers: 1,
  workerEnv: ['BEGUN'],
  limits: { deadline: 1000 },
}
`,
}

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
    cwd: project(FILES, 'interrupted'),
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, BEGUN: url },
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
      const state = new URL(path, 'http://a.test/').searchParams.get('_escaped_fragment_') ?? ''
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
    () => ['export', '-o', 'out', '--run', 'one'],
    () => '',
    3,
  )
  expect(output).toMatch(/Interrupted after \d+ states?: nothing was removed/)
  expect(output).toContain('--run one continues it')
  expect(code).toBe(130)
})
