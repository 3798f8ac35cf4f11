// The bench app, built as an app is, and the workers that run it.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { hashbang } from 'hashbang-router/vite'
import { createBuilder } from 'vite'
import {
  createTableLane,
  tableStarter,
  type WorkersOptions,
} from '../../dist/server/serve/start/start-lanes.js'
import { readBuildFacts } from '../../dist/server/site/manifest.js'
import type { WorkerLane } from '../../dist/server/snapshot/pool/worker-lane.js'

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

/** Settings of a server with one page. Its limits leave slow loaders and views their time. */
function settingsOf(url: string): WorkersOptions {
  const app = fileURLToPath(url)
  return {
    pages: { '/': { shell: app, app } },
    limits: { deadline: 30_000, queue: 1000 },
    patience: 30_000,
  }
}

/** Starts one worker as the server does. @param app The URL of its module. */
export const tableWorker = (app: string) => tableStarter(settingsOf(app))

/** Starts workers as the server does. @param settings More of the server. */
export function startPool(
  app: string,
  workers: number,
  settings: Pick<WorkersOptions, 'workerEnv' | 'workerFlags'> = {},
): Promise<WorkerLane> {
  const options = { ...settingsOf(app), ...settings, workers }
  const kept = readBuildFacts(options.pages).kept
  return createTableLane({ ...options, kept }, (event) =>
    console.error(JSON.stringify(event)),
  ).start()
}

/** Makes one snapshot. @throws When it is not one of a page. */
export async function render(pool: Pick<WorkerLane, 'render'>, state: string): Promise<string> {
  const answer = await pool.render({ page: '/', state, url: 'http://bench.test/', form: 'crawler' })
  if (answer.type !== 'snapshot' || answer.status !== 200) throw new Error(JSON.stringify(answer))
  return String(answer.document)
}
