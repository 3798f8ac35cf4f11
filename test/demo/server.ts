/** The demo as `npm start` and `npm run dev` run it, on ports of their own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface Demo {
  readonly origin: string
  readonly pretty: string
  readonly ugly: string
  readonly process: ChildProcess
  /** The lines that it has printed to stderr. */
  readonly errors: readonly string[]
  close(): Promise<void>
}

const root = join(import.meta.dirname, '../..')
let shared: Promise<Demo> | undefined

/**
 * The demo that all specs of this process share which only read from it. It ends with the process.
 */
export function sharedDemo(): Promise<Demo> {
  shared ??= startDemo().then((demo) => {
    process.once('exit', () => demo.process.kill())
    return demo
  })
  return shared
}

/** The production server, once it has printed its two addresses. */
export const startDemo = (env: Readonly<Record<string, string>> = {}): Promise<Demo> =>
  run(['demo/dist/server.js'], 2, { ...process.env, PORT: '0', ...env })

/** The dev server, once it has printed its address. */
export const startDevServer = (): Promise<Demo> =>
  run(['node_modules/vite/bin/vite.js', '--port', '0'], 1, {
    ...process.env,
    NODE_ENV: 'development',
    NO_COLOR: '1',
  })

/** Resolves when that many addresses are printed; rejects with the output if it ends before. */
async function run(args: string[], count: number, env: NodeJS.ProcessEnv): Promise<Demo> {
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const errors: string[] = []
  createInterface(child.stderr).on('line', (line) => {
    output += `${line}\n`
    errors.push(line)
  })
  // 'close' and not 'exit': only then all that it said has come.
  const ended = once(child, 'close').then(() => {
    throw new Error(`The demo ended before it was ready: ${output}`)
  })
  const urls: string[] = []
  const ready = (async () => {
    for await (const line of createInterface(child.stdout)) {
      output += `${line}\n`
      const [url] = line.match(/https?:\/\/\S+/) ?? []
      if (url !== undefined) urls.push(url)
      if (urls.length === count) return
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
    errors,
    async close() {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
