/** Starts processes with the DOM and calls their functions. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Calls } from './dom-process.ts'

/** The repository itself, when a program is given no `--root`. */
export const REPOSITORY = join(import.meta.dirname, '../..')

type Request<K extends keyof Calls> = Parameters<Calls[K]>[0]
type Response<K extends keyof Calls> = Awaited<ReturnType<Calls[K]>>

interface Answer {
  readonly id: number
  readonly value?: unknown
  readonly error?: string
}

export class DomSide {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, (answer: Answer) => void>()
  #nextId = 0

  private constructor(child: ChildProcess) {
    this.#child = child
    child.on('message', (answer: Answer) => this.#waiting.get(answer.id)?.(answer))
    child.on('exit', (code) => {
      const error = `the process with the DOM ended with ${code}`
      for (const [id, answer] of this.#waiting) answer({ id, error })
    })
  }

  static async start(root: string): Promise<DomSide> {
    const child = fork(join(import.meta.dirname, 'dom-process.ts'), [root], {
      execArgv: ['--import', 'tsx', '--conditions=browser'],
    })
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`The DOM of ${root} did not start (exit code ${code}). Run npm run build.`)
    })
    await Promise.race([once(child, 'message'), ended])
    ended.catch(() => {})
    return new DomSide(child)
  }

  /** @throws The error of the function that was called. */
  async call<K extends keyof Calls>(call: K, request: Request<K>): Promise<Response<K>> {
    const id = this.#nextId++
    const { value, error } = await new Promise<Answer>((resolve) => {
      this.#waiting.set(id, resolve)
      this.#child.send({ id, call, request })
    })
    this.#waiting.delete(id)
    if (error !== undefined) throw new Error(error)
    return value as Response<K>
  }

  close(): void {
    this.#child.removeAllListeners('exit')
    this.#child.kill()
  }
}
