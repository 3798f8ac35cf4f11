// The program of a worker in development, which environment.ts starts: Vite provides the app's
// modules on demand. SIDE EFFECT on import: installs the DOM.

import '../dom/install-on-import.ts'
import { meantState } from '../../src/address-state.ts'
import { nearState } from '../../src/near-state.ts'
import { inFragment } from '../../src/scheme.ts'
import type { Table } from '../../src/table.ts'
import { diagnosis } from '../diagnostics/diagnosis.ts'
import { noteSourceMap } from '../diagnostics/source-maps.ts'
import { isBackground, keepChanges, onNetworkUse } from '../dom/index.ts'
import { isCommonJs } from '../snapshot/modules/file-host.ts'
import type { Job } from '../snapshot/pool/protocol.ts'
import { builtApps, fileModules } from '../snapshot/worker/app-source.ts'
import { serveJobs } from '../snapshot/worker/serve-jobs.ts'
import { openTablePages } from '../snapshot/worker/table-pages.ts'
import { prepareTablePages, tableModules } from '../snapshot/worker/table-program.ts'
import type { WorkerChannel } from '../snapshot/worker/worker-channel.ts'
import { moduleUrl, type Transformed, type ViteFolders, viteModules } from './dev-modules.ts'

const BROWSER_GLOBAL =
  /(?<![\w$.'"`])(?:window\.\w+|document\.cookie|(?:local|session)Storage|navigator\.\w+|inner(?:Width|Height)|matchMedia)\b/

interface DevStart extends ViteFolders {
  readonly slowAfter: number
  readonly conditions: readonly string[]
}

const PARTS = { noteSourceMap, isBackground, isCommonJs }

export async function runDevProgram(channel: WorkerChannel): Promise<void> {
  const { slowAfter, conditions, ...folders } = channel.dev.start as DevStart
  // Development only: in production nobody could change the page.
  onNetworkUse((use) => console.warn(use))
  prepareTablePages(channel)
  const ask = questions(channel)
  const openModules = fileModules({
    ...tableModules(channel),
    conditions,
    more: (files) => viteModules(files, (url) => ask<Transformed>({ url }), folders, PARTS),
  })
  const apps = channel.apps.map(([path, file]) => [path, moduleUrl(file, folders.root)] as const)
  // Components that Preact's plugin compiles call these even without hot updates.
  Object.assign(globalThis, {
    $RefreshReg$: () => undefined,
    $RefreshSig$: () => (component: unknown) => component,
  })
  // The constants of the configuration, which a browser gets with Vite's client.
  const { env } = process
  await openModules().import('vite:/@vite/env')
  // A constant may replace `process.env`, whose NODE_ENV packages read.
  process.env = Object.assign(env, process.env)
  const onForeign = (origin: string) => channel.dev.send({ foreign: origin })
  const source = builtApps(apps, openModules)
  const stylesOf = (page: string, modules: readonly string[]) =>
    ask<readonly string[]>({ page, modules })
  const pages = await openTablePages({ ...channel, onForeign, stylesOf }, source)
  keepChanges((change) =>
    channel.dev.send({
      hint: `A page leaves a change behind: ${change}. In production its worker is then replaced, which costs time: undo the change when the view is unmounted. If only the development build of a package does it, nothing is to do`,
    }),
  )
  const stages = (job: Job) => {
    const app = pages.apps.get(job.page)
    const hint = app && nearState(app.routes, job.state)
    if (hint !== undefined) channel.dev.send({ hint })
    return pages.stages(job)
  }
  serveJobs(channel, { ...pages, stages }, { slowAfter })
  for (const [page, { routes }] of pages.apps)
    for (const hint of tableHints(page, routes)) channel.dev.send({ hint })
  channel.dev.send({
    readables: [...pages.apps].flatMap(([path, { routes }]) => {
      const { prefix, ...options } = routes.options.readable ?? {}
      // Functions cannot be cloned, so only the data is sent.
      return prefix ? [[path, prefix, JSON.parse(JSON.stringify(options))]] : []
    }),
    inPaths: [...pages.apps].flatMap(([path, { routes }]) =>
      inFragment(routes.scheme) ? [] : [path],
    ),
  })
}

interface Reply {
  readonly id: number
  readonly answer: object
}

/** Asks the dev server. An error of Vite is thrown here. */
function questions(channel: WorkerChannel) {
  const waiting = new Map<number, (answer: object) => void>()
  let nextId = 0
  channel.dev.receive(({ id, answer }: Reply) => {
    waiting.get(id)?.(answer)
    waiting.delete(id)
  })
  return async <T extends object>(question: object): Promise<T> => {
    const answer = await new Promise<object>((resolve) => {
      waiting.set(nextId, resolve)
      channel.dev.send({ ...question, id: nextId })
      nextId += 1
    })
    if (!('error' in answer)) return answer as T
    const error = answer.error as Error
    throw Object.assign(new Error(error.message), error)
  }
}

/** Mistakes in a table that lead to a page, but to a wrong one. */
function tableHints(page: string, routes: Table): string[] {
  const home = hasHome(routes) ? [] : [diagnosis('HB127', page)]
  const steps = [...routes.all.values()].flatMap(({ name, chain }) =>
    (['guard', 'load', 'head'] as const).flatMap((option) => {
      const global = globalIn(chain.at(-1)?.options[option])
      return global === undefined ? [] : [diagnosis('HB120', name, option, global)]
    }),
  )
  return [...home, ...steps]
}

function hasHome({ match }: Table): boolean {
  return match(meantState('', match)) !== null
}

function globalIn(run: unknown): string | undefined {
  const source = typeof run === 'function' ? String(run) : ''
  return /\btypeof window\b|import\.meta\.env\.SSR/.test(source)
    ? undefined
    : BROWSER_GLOBAL.exec(source)?.[0]
}
