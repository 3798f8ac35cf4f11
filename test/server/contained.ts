/**
 * A pool of workers that run fixtures/contained, called directly: other tests have the handler's
 * part.
 */
import { EventEmitter, once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import {
  createSite,
  type SiteConfig,
  type SiteParts,
} from '../../dist/server/serve/start/create-site.js'
import { setVariable } from '../environment.ts'

export interface Contained {
  get(state: string): Promise<{
    status: number
    text: string
    headers: Readonly<Record<string, string>>
    body: string
    warnings: string[]
  }>
  readonly replaced: string[]
  readonly ready: number
  close(): Promise<void>
}

const FIXTURE = join(import.meta.dirname, '../fixtures/contained')

const steering = createServer((socket) => {
  sockets.add(socket.unref())
  socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
  createInterface(socket)
    .on('line', (line) => messages.emit(line))
    .on('error', () => undefined)
}).unref()
const sockets = new Set<Socket>()
const messages = new EventEmitter()
steering.listen(0, '127.0.0.1')
await once(steering, 'listening')
// The variable is there while any of them runs: workers that are replaced read it, too.
let running = 0
let restore = () => {}
const port = String((steering.address() as AddressInfo).port)

export async function startContained({
  observe,
  ...settings
}: Partial<SiteConfig> & Pick<SiteParts, 'observe'> = {}): Promise<Contained> {
  const events: { state: string; warnings: readonly string[] }[] = []
  const replaced: string[] = []
  let open = true
  if (running++ === 0) restore = setVariable('CONTAINED_PORT', port)
  const handler = await createSite(
    {
      origin: 'http://contained.test',
      pages: { '/': { shell: join(FIXTURE, 'index.html'), app: join(FIXTURE, 'app.js') } },
      ...{ workers: 1, workerEnv: ['CONTAINED_PORT'], cache: { bytes: 0 } },
      ...settings,
      limits: { deadline: 60_000, ...settings.limits },
    },
    {
      // Workers start slowly on a busy machine, which is not under test.
      patience: Number.POSITIVE_INFINITY,
      observe(event) {
        observe?.(event)
        if (event.type === 'warning') events.push(event)
        if (event.type === 'replaced') replaced.push(event.why)
      },
    },
  )
  return {
    async get(state) {
      events.length = 0
      const target = `/?_escaped_fragment_=${state}`
      const response = await handler({ method: 'GET', target, headers: {} })
      const text = response?.body.toString() ?? ''
      return {
        status: response?.status ?? 0,
        headers: response?.headers ?? {},
        text,
        body: text.match(/<hashbang-outlet>([\s\S]*)<\/hashbang-outlet>/)?.[1] ?? text,
        warnings: events.flatMap(({ warnings }) => warnings),
      }
    },
    replaced,
    get ready() {
      return handler.ready
    },
    async close() {
      await handler.close()
      if (open && --running === 0) restore()
      open = false
    },
  }
}

/** Resolves when some worker reports it. Call it before the act that causes the report. */
export async function said(message: string): Promise<void> {
  await once(messages, message)
}

export function say(message: string): void {
  for (const socket of sockets) socket.write(`${message}\n`)
}
