/** A pool of workers that run fixtures/contained, asked directly: what the handler makes of it is tested elsewhere. */
import { join } from 'node:path'
import { BroadcastChannel } from 'node:worker_threads'
import { createHandler } from '../../dist/server/index.js'

export interface Contained {
  /** Asks for the snapshot of a state. */
  get(state: string): Promise<{ status: number; body: string; warnings: string[] }>
  close(): Promise<void>
}

const FIXTURE = join(import.meta.dirname, '../fixtures/contained')

export async function startContained(
  settings: Partial<Parameters<typeof createHandler>[0]> = {},
): Promise<Contained> {
  const told: { state: string; warnings: readonly string[] }[] = []
  const handler = await createHandler({
    origin: 'http://contained.test',
    pages: { '/': { shell: join(FIXTURE, 'index.html'), app: join(FIXTURE, 'app.js') } },
    workers: 1,
    deadline: 3000,
    cacheBytes: 0,
    observe(event) {
      if (event.type === 'warning') told.push(event)
      if (event.type === 'replaced') told.push({ state: '', warnings: [event.why] })
    },
    ...settings,
  })
  return {
    async get(state) {
      told.length = 0
      const target = `/?_escaped_fragment_=${state}`
      const response = await handler({ method: 'GET', target, headers: {} })
      const text = response?.body.toString() ?? ''
      return {
        status: response?.status ?? 0,
        body: text.match(/<hashbang-outlet>([\s\S]*)<\/hashbang-outlet>/)?.[1] ?? text,
        warnings: told.flatMap(({ warnings }) => warnings),
      }
    },
    close: () => handler.close(),
  }
}

/** Resolves when some thread of this process says it. Ask before what makes it say so. */
export function said(what: string): Promise<void> {
  const channel = new BroadcastChannel('contained')
  return new Promise((resolve) => {
    channel.onmessage = (event) => {
      if ((event as { data: unknown }).data !== what) return
      channel.close()
      resolve()
    }
  })
}

export function say(what: string): void {
  const channel = new BroadcastChannel('contained')
  channel.postMessage(what)
  channel.close()
}
