// A snapshot worker of development: the app's modules come from Vite, one by one, as they are wanted.
// SIDE EFFECT on import: installs the DOM, which must come before any module of the app, then serves jobs.
// workerData: apps as [path, file], and the port to Vite.

import { type MessagePort, workerData } from 'node:worker_threads'
import {
  createNodeImportMeta,
  ESModulesEvaluator,
  ModuleRunner,
  type ModuleRunnerImportMeta,
  type ModuleRunnerTransport,
} from 'vite/module-runner'
import type { ViteHotContext } from 'vite/types/hot.js'
import { setRegion, tellOfNetwork, withSeed } from '../happy-dom/index.ts'
import { openWorkerChannel } from '../render/worker-channel.ts'

// In production it is silent: there is nobody to change the page.
tellOfNetwork((what) => console.warn(what))

const { port, slowAfter, quietLit } = workerData as {
  port: MessagePort
  slowAfter: number
  quietLit: boolean
}
// Where Lit's development build keeps what it has said already.
if (quietLit) Object.assign(globalThis, { litIssuedWarnings: new Set(['dev-mode']) })
const { serve } = await import('../render/job-loop.ts')
const channel = openWorkerChannel()
setRegion(channel.region)
const runner = new ModuleRunner(
  { transport: transportOver(port), hmr: false, createImportMeta },
  new ESModulesEvaluator(),
)
const modules = await withSeed(() =>
  Promise.all(channel.apps.map(async ([path, file]) => [path, await runner.import(file)] as const)),
)
port.postMessage({
  readables: modules.flatMap(([path, { routes }]) => {
    const { prefix, ...options } = routes?.options?.readable ?? {}
    // Functions cannot be sent; what they are made of can.
    return prefix ? [[path, prefix, JSON.parse(JSON.stringify(options))]] : []
  }),
})
// Every page is proven: whoever writes a view is to hear at once that it cannot be used again.
await serve(channel, modules, { random: () => 0, slowAfter })

/** A thread is replaced after every edit; what modules say of their own replacement is heard and has no effect. */
function createImportMeta(path: string): ModuleRunnerImportMeta {
  const nothing = () => undefined
  const hot: ViteHotContext = {
    data: {},
    accept: nothing,
    acceptExports: nothing,
    dispose: nothing,
    prune: nothing,
    invalidate: nothing,
    on: nothing,
    off: nothing,
    send: nothing,
  }
  return Object.assign(createNodeImportMeta(path), { hot })
}

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
