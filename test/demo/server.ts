/** The demo's production server as `npm start` runs it, on a port of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface Demo {
  readonly origin: string
  /** What it printed when it was ready. */
  readonly pretty: string
  readonly ugly: string
  readonly process: ChildProcess
  close(): Promise<void>
}

let shared: Promise<Demo> | undefined

/**
 * The demo that all specs of this process share which only read from it: the first of them starts it, and it ends with the
 * process. What it has made for one of them may be kept for the next.
 */
export function sharedDemo(): Promise<Demo> {
  shared ??= startDemo().then((demo) => {
    process.once('exit', () => demo.process.kill())
    return demo
  })
  return shared
}

/** Resolves when the server has printed its two addresses; rejects with what it said when it ends before. */
export async function startDemo(env: Readonly<Record<string, string>> = {}): Promise<Demo> {
  const script = join(import.meta.dirname, '../../demo/dist/server.js')
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (data) => {
    said += data
  })
  const urls: string[] = []
  // 'close' and not 'exit': only then all that it said has come.
  const ended = once(child, 'close').then(() => {
    throw new Error(`The demo ended before it was ready: ${said}`)
  })
  const ready = (async () => {
    for await (const line of createInterface(child.stdout)) {
      said += `${line}\n`
      const [url] = line.match(/https?:\/\/\S+/) ?? []
      if (url !== undefined) urls.push(url)
      if (urls.length === 2) return
    }
    await ended
  })()
  await Promise.race([ready, ended])
  ended.catch(() => undefined)
  child.stdout.resume()
  const [pretty = '', ugly = ''] = urls
  return {
    origin: new URL(pretty).origin,
    pretty,
    ugly,
    process: child,
    async close() {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
