// Runs a snapshot worker in development. Vite provides the app's modules on demand.
// SIDE EFFECT on import: installs the DOM, which must come before any module of the app, then
// serves jobs.
// Start data: apps as [path, file], and the conditions of packages.

import type { ModuleRunnerTransport } from 'vite/module-runner'
import { keptPackages } from '../snapshot/modules/kept.ts'
import { openWorkerChannel } from '../snapshot/worker/worker-channel.ts'
import { devApps } from './dev-apps.ts'

const channel = await openWorkerChannel()
const { slowAfter, conditions } = channel.dev.start as {
  slowAfter: number
  conditions: readonly string[]
}
try {
  await run()
} catch (error) {
  channel.fail(error)
}

async function run(): Promise<void> {
  const program = new URL('../render.cjs', import.meta.url)
  const {
    evaluateModule,
    fileModules,
    keepExports,
    openTablePages,
    serveJobs,
    setRegion,
    onNetworkUse,
    waitForImport,
  } = await channel.compiler.run<typeof import('../snapshot/worker/program.ts')>(program)
  // Development only: in production nobody could change the page.
  onNetworkUse((what) => console.warn(what))
  setRegion(channel.region)
  const openPackages = fileModules({
    kept: keptPackages(channel.kept),
    conditions,
    compiler: channel.compiler,
    evaluate: evaluateModule,
    keepExports,
    imported: waitForImport,
    ownFolder: new URL('../../', import.meta.url),
    importNative: (url) => import(url),
  })
  const source = devApps({
    apps: channel.apps,
    invoke: invokeOver(),
    openPackages,
    evaluate: evaluateModule,
  })
  const pages = await openTablePages(channel, source)
  serveJobs(channel, pages, { slowAfter })
  channel.dev.send({
    readables: [...pages.apps].flatMap(([path, { routes }]) => {
      const { prefix, ...options } = routes.options.readable ?? {}
      // Functions cannot be cloned, so only the data is sent.
      return prefix ? [[path, prefix, JSON.parse(JSON.stringify(options))]] : []
    }),
  })
}

function invokeOver(): NonNullable<ModuleRunnerTransport['invoke']> {
  type Answer = { result: unknown } | { error: unknown }
  const waiting = new Map<number, (answer: Answer) => void>()
  let nextId = 0
  channel.dev.receive(({ id, answer }: { id: number; answer: Answer }) => {
    waiting.get(id)?.(answer)
    waiting.delete(id)
  })
  return (payload) =>
    new Promise((resolve) => {
      waiting.set(nextId, resolve)
      channel.dev.send({ id: nextId, payload })
      nextId += 1
    })
}
