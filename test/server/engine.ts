/** The snapshot's DOM beside a real Chromium. */
import { Worker } from 'node:worker_threads'
import type { Page } from '@playwright/test'
import { build, type Rollup } from 'vite'

/** One side: calls a function that the fixture exports. Arguments and results are plain values. */
export interface Side {
  call<T>(name: string, ...args: readonly unknown[]): Promise<T>
}

export interface Thread extends Side {
  close(): Promise<void>
}

const bundles = new Map<string, Promise<string>>()

/** A script that sets `globalThis.fixture` to the exports of a module under test/fixtures. */
export function bundle(path: string): Promise<string> {
  const known = bundles.get(path) ?? make(path)
  bundles.set(path, known)
  return known
}

async function make(path: string): Promise<string> {
  const entry = new URL(`../fixtures/${path}`, import.meta.url).pathname
  const result = (await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['browser', 'production'] },
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

/**
 * A page of Chromium with the fixture, at an address of its own or at one that a server answers.
 */
export async function openPage(page: Page, code: string, url?: string): Promise<Side> {
  if (url === undefined)
    await page.route('http://localhost/**', (route) =>
      route.fulfill({
        contentType: 'text/html; charset=utf-8',
        body: '<!doctype html><html><head></head><body></body></html>',
      }),
    )
  await page.goto(url ?? 'http://localhost/')
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

export async function openBoth(
  page: Page,
  path: string,
  url?: string,
): Promise<{ chromium: Side; thread: Thread }> {
  const code = await bundle(path)
  const [chromium, thread] = await Promise.all([openPage(page, code, url), openThread(code)])
  return { chromium, thread }
}

/** The result of a fixture's function on each of these sides. */
export const ask = <T>(
  sides: readonly Side[],
  name: string,
  ...args: readonly unknown[]
): Promise<T[]> => Promise.all(sides.map((side) => side.call<T>(name, ...args)))

type Answers = Readonly<Record<string, string>>

/** The results of a fixture's function on both sides, each opened for it. */
export async function askBoth<T = Answers>(
  page: Page,
  path: string,
  name: string,
  ...args: readonly unknown[]
): Promise<[ours: T, theirs: T]> {
  const { chromium, thread } = await openBoth(page, path)
  const answers = await ask<T>([thread, chromium], name, ...args)
  await thread.close()
  return answers as [T, T]
}

/** The result of a fixture's function in a thread that is opened for it. */
export async function askThread<T>(
  path: string,
  name: string,
  ...args: readonly unknown[]
): Promise<T> {
  const thread = await openThread(await bundle(path))
  const answer = await thread.call<T>(name, ...args)
  await thread.close()
  return answer
}
