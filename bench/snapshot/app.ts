// The bench app, built as an app is, and the workers that run it.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { hashbang } from 'hashbang-router/vite'
import { createBuilder } from 'vite'
import { createPool, type Pool } from '../../dist/server/snapshot/pool/pool.js'
import { workerStarter } from '../../dist/server/snapshot/pool/worker-process.js'

export const BUILT = join(import.meta.dirname, '../../.cache/bench-snapshot')

/** Builds the app. @returns The URL of its module for workers. */
export async function buildApp(): Promise<string> {
  mkdirSync(BUILT, { recursive: true })
  const builder = await createBuilder({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'warn',
    plugins: [hashbang({ app: 'routes.ts' })],
    environments: {
      client: {
        build: {
          outDir: join(BUILT, 'client'),
          emptyOutDir: true,
          rolldownOptions: {
            input: ['index.html', 'peer.html'].map((file) => join(import.meta.dirname, file)),
          },
        },
      },
      hashbang: { build: { outDir: join(BUILT, 'worker') } },
    },
  })
  await builder.buildApp()
  return pathToFileURL(join(BUILT, 'worker/routes.js')).href
}

const REGION = { locale: 'en-US', timeZone: 'UTC' }

/** Starts workers as the server does, without a spare and for ever. */
export const startPool = (app: string, workers: number, env = process.env): Promise<Pool> =>
  createPool({
    spawn: workerStarter({
      file: fileURLToPath(
        new URL('../../dist/server/snapshot/worker/table-worker.js', import.meta.url),
      ),
      data: { apps: [['/', fileURLToPath(app)]], region: REGION },
      env: { ...env, TZ: 'UTC', LC_ALL: 'en_US.UTF-8' },
      execArgv: [
        ...['--conditions=browser', '--max-semi-space-size=32', '--max-old-space-size=512'],
      ],
    }),
    workers,
    spares: 0,
    deadline: 30_000,
    startDeadline: 30_000,
    queue: 1000,
    patience: 30_000,
    maxAge: { renders: Infinity, ms: Infinity, bytes: Infinity },
  })

/** Makes one snapshot. @throws When it is not one of a page. */
export async function render(pool: Pool, state: string): Promise<string> {
  const answer = await pool.render({ page: '/', state, url: 'http://bench.test/' })
  if (answer.type !== 'snapshot' || answer.status !== 200) throw new Error(JSON.stringify(answer))
  return answer.body
}
