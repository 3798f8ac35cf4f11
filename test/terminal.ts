/** Command lines as a reader types them, in a folder. */
import { type ChildProcess, spawn } from 'node:child_process'

/** A program that listens. */
export interface Running {
  readonly origin: string
  /** What it has printed. */
  printed(): string
  stop(): Promise<void>
}

function begin(line: string, cwd: string, env: NodeJS.ProcessEnv): ChildProcess {
  // As on a reader's machine, where nothing says that this is a test or production, or has colours.
  const { NODE_ENV: _, FORCE_COLOR: __, ...inherited } = process.env
  return spawn('bash', ['-c', line], {
    cwd,
    detached: true,
    env: { ...inherited, NO_COLOR: '1', npm_config_prefer_offline: 'true', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/**
 * Runs a line to its end. @returns Its output. @throws {Error} When it exits with another code than
 * 0.
 */
export async function run(line: string, cwd: string): Promise<string> {
  const child = begin(line, cwd, {})
  let out = ''
  let said = ''
  child.stdout?.on('data', (text) => (out += text))
  child.stderr?.on('data', (text) => (said += text))
  const code = await new Promise((resolve) => child.on('close', resolve))
  if (code !== 0) throw new Error(`\`${line}\` ended with ${code}: ${out}${said}`)
  return out
}

/**
 * Starts a server, on a free port where it asks PORT, and waits until it has printed which it
 * listens on.
 */
export async function serve(line: string, cwd: string): Promise<Running> {
  const child = begin(line, cwd, { PORT: '0' })
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  let said = ''
  const origin = await new Promise<string>((resolve, reject) => {
    const hear = (text: unknown) => {
      said += text
      // npm first prints the script, which may name a port, too.
      const own = said.replace(/^> .*$/gm, '')
      const port = /http:\/\/localhost:(\d+)\/?[\s#]|"port":(\d+)/.exec(own)
      if (port) resolve(`http://localhost:${port[1] ?? port[2]}`)
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    void ended.then(() => reject(new Error(`\`${line}\` ended: ${said}`)))
  })
  return {
    origin,
    printed: () => said,
    async stop() {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
      await ended
    },
  }
}

/** Starts a server for as long as its origin is used. */
export async function served(
  line: string,
  cwd: string,
  use: (origin: string) => Promise<void>,
): Promise<void> {
  const server = await serve(line, cwd)
  try {
    await use(server.origin)
  } finally {
    await server.stop()
  }
}
