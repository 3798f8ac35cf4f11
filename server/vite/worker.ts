// A snapshot worker of development: the app's modules come from Vite, one by one, as they are wanted.
// SIDE EFFECT on import: installs the DOM, which must come before any module of the app, then serves jobs.
// workerData: apps as [path, file], and the port to Vite.

import { type MessagePort, workerData } from 'node:worker_threads'
import {
  createNodeImportMeta,
  ESModulesEvaluator,
  ModuleRunner,
  type ModuleRunnerTransport,
} from 'vite/module-runner'
import { tellOfNetwork } from '../dom.ts'

// In production it is silent: there is nobody to change the page.
tellOfNetwork((what) => console.warn(what))
const { serve } = await import('../serve.ts')
const { apps, port } = workerData as {
  apps: readonly (readonly [path: string, file: string])[]
  port: MessagePort
}
const runner = new ModuleRunner(
  { transport: transportOver(port), hmr: false, createImportMeta: createNodeImportMeta },
  new ESModulesEvaluator(),
)
await serve(await Promise.all(apps.map(async ([path, file]) => [path, await runner.import(file)])))

function transportOver(port: MessagePort): ModuleRunnerTransport {
  type Invoke = NonNullable<ModuleRunnerTransport['invoke']>
  const waiting = new Map<number, (answer: Awaited<ReturnType<Invoke>>) => void>()
  let nextId = 0
  port.on('message', ({ id, answer }) => {
    waiting.get(id)?.(answer)
    waiting.delete(id)
  })
  return {
    invoke: (payload) =>
      new Promise((resolve) => {
        waiting.set(nextId, resolve)
        port.postMessage({ id: nextId, payload })
        nextId += 1
      }),
  }
}
