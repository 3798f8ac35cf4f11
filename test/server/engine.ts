/**
 * The snapshot's DOM beside a real Chromium: one bundle of a fixture, evaluated in both, whose functions a spec calls on each
 * side. In: the path of a fixture module. Out: its bundle; a thread or a page that calls what it exports.
 */
import { Worker } from 'node:worker_threads'
import type { Page } from '@playwright/test'
import { build, type PluginOption, type Rollup } from 'vite'

/** One side: calls a function that the fixture exports. Arguments and results are plain values. */
export interface Side {
  call<T>(name: string, ...args: readonly unknown[]): Promise<T>
}

/** A thread, which whoever opened it closes. */
export interface Thread extends Side {
  close(): Promise<void>
}

const bundles = new Map<string, Promise<string>>()

/** A script that sets `globalThis.fixture` to the exports of a module under test/fixtures. */
export function bundle(path: string, plugins: PluginOption[] = [], alias = {}): Promise<string> {
  const known = bundles.get(path)
  if (known) return known
  const made = make(path, plugins, alias)
  bundles.set(path, made)
  return made
}

async function make(path: string, plugins: PluginOption[], alias: object): Promise<string> {
  const entry = new URL(`../fixtures/${path}`, import.meta.url).pathname
  const result = (await build({
    configFile: false,
    logLevel: 'error',
    plugins,
    resolve: { alias: alias as Record<string, string>, conditions: ['browser', 'production'] },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: { entry, formats: ['iife'], name: 'fixture' },
    },
  })) as Rollup.RollupOutput[]
  const [chunk] = result[0]?.output ?? []
  if (!chunk) throw new Error(`No bundle of ${path}`)
  return `${chunk.code}\n;globalThis.fixture = fixture;`
}

/** A thread with the DOM; `without` leaves fixes out. */
export async function openThread(code: string, without: readonly string[] = []): Promise<Thread> {
  const worker = new Worker(new URL('../fixtures/engine/thread.mjs', import.meta.url), {
    workerData: { without },
    execArgv: ['--conditions=browser'],
  })
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let nextId = 0
  worker.on('message', ({ id, value, error }) => {
    const call = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) call?.resolve(value)
    else call?.reject(new Error(error))
  })
  worker.on('error', (error) => {
    for (const { reject } of waiting.values()) reject(error as Error)
  })
  const send = (message: object) =>
    new Promise<unknown>((resolve, reject) => {
      const id = nextId++
      waiting.set(id, { resolve, reject })
      worker.postMessage({ id, ...message })
    })
  await send({ code })
  return {
    call: <T>(name: string, ...args: readonly unknown[]) =>
      send({ call: name, args }) as Promise<T>,
    async close() {
      await worker.terminate()
    },
  }
}

/** A page of Chromium with the fixture. */
export async function openPage(page: Page, code: string): Promise<Side> {
  await page.route('http://localhost/**', (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: '<!doctype html><html><head></head><body></body></html>',
    }),
  )
  await page.goto('http://localhost/')
  await page.addScriptTag({ content: code })
  return {
    call: <T>(name: string, ...args: readonly unknown[]) =>
      page.evaluate(
        ([key, given]) => {
          const { fixture } = globalThis as unknown as {
            fixture: Record<string, (...args: readonly unknown[]) => unknown>
          }
          return fixture[key as string]?.(...(given as unknown[]))
        },
        [name, args] as const,
      ) as Promise<T>,
  }
}

/** Both sides of a fixture. */
export async function openBoth(
  page: Page,
  path: string,
): Promise<{ chromium: Side; thread: Thread }> {
  const code = await bundle(path)
  const [chromium, thread] = await Promise.all([openPage(page, code), openThread(code)])
  return { chromium, thread }
}
