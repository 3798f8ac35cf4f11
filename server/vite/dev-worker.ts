// Runs a snapshot worker in development. Vite provides the app's modules on demand.
// SIDE EFFECT on import: installs the DOM, which must come before any module of the app, then
// serves jobs.
// workerData: apps as [path, file], the conditions of packages, and the port to Vite.

import { type MessagePort, workerData } from 'node:worker_threads'
import type { ModuleRunnerTransport } from 'vite/module-runner'
import { keptPackages } from '../snapshot/modules/kept.ts'
import { openWorkerChannel } from '../snapshot/worker/worker-channel.ts'
import { devApps } from './dev-apps.ts'

const { port, slowAfter, conditions } = workerData as {
  port: MessagePort
  slowAfter: number
  conditions: readonly string[]
}
const channel = openWorkerChannel()
const program = new URL('../render.cjs', import.meta.url)
const { evaluateModule, fileModules, keepExports, serve, setRegion, onNetworkUse, waitForImport } =
  await channel.compiler.run<typeof import('../snapshot/worker/program.ts')>(program)
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
  invoke: invokeOver(port),
  openPackages,
  evaluate: evaluateModule,
})
const apps = await serve(channel, source, { slowAfter })
port.postMessage({
  readables: [...apps].flatMap(([path, { routes }]) => {
    const { prefix, ...options } = routes.options.readable ?? {}
    // Functions cannot be cloned, so only the data is sent.
    return prefix ? [[path, prefix, JSON.parse(JSON.stringify(options))]] : []
  }),
})

function invokeOver(port: MessagePort): NonNullable<ModuleRunnerTransport['invoke']> {
  type Answer = { result: unknown } | { error: unknown }
  const waiting = new Map<number, (answer: Answer) => void>()
  let nextId = 0
  port.on('message', ({ id, answer }) => {
    waiting.get(id)?.(answer)
    waiting.delete(id)
  })
  return (payload) =>
    new Promise((resolve) => {
      waiting.set(nextId, resolve)
      port.postMessage({ id: nextId, payload })
      nextId += 1
    })
}
