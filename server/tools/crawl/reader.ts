// Reads untrusted documents in a thread, with limits: some HTML keeps a parser busy for minutes
// over 1 MB. Never rejects.

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { DocumentFacts } from './document.ts'
import type { PageFacts } from './facts.ts'
import type { Reading } from './reading-thread.ts'

export interface Unreadable {
  readonly unreadable: string
}

export interface Reader {
  /** As a crawler reads it. */
  document(html: string): Promise<DocumentFacts | Unreadable>
  /** For a comparison with another page. @param url The document's URL. */
  facts(html: string, url: string): Promise<PageFacts | Unreadable>
  close(): Promise<void>
}

const MEMORY = { maxOldGenerationSizeMb: 512 }

/** @param timeout Most ms for a document. */
export function openReader(timeout: number): Reader {
  let thread: Worker | undefined
  let before: Promise<unknown> = Promise.resolve()

  async function start(): Promise<Worker> {
    const started = new Worker(new URL('./reading-thread.js', import.meta.url), {
      resourceLimits: MEMORY,
    })
    await once(started, 'message')
    return started
  }

  async function read(reading: Reading): Promise<unknown> {
    thread ??= await start()
    const worker = thread
    return new Promise((resolve) => {
      const giveUp = (reason: string) => {
        if (thread === worker) thread = undefined
        void worker.terminate()
        done({ unreadable: reason })
      }
      const timer = setTimeout(() => giveUp(`it takes more than ${timeout} ms to read`), timeout)
      const onError = (error: Error) => giveUp(`it cannot be parsed: ${error.message}`)
      const done = (value: unknown) => {
        clearTimeout(timer)
        worker.off('message', done)
        worker.off('error', onError)
        // An ended thread may still emit an error.
        worker.on('error', () => undefined)
        resolve(value)
      }
      worker.removeAllListeners('error')
      worker.on('message', done)
      worker.on('error', onError)
      worker.postMessage(reading)
    })
  }

  const inTurn = (reading: Reading) => {
    const result = before.then(() => read(reading))
    before = result
    return result
  }
  return {
    document: (html) => inTurn({ as: 'document', html }) as Promise<DocumentFacts | Unreadable>,
    facts: (html, url) => inTurn({ as: 'facts', html, url }) as Promise<PageFacts | Unreadable>,
    async close() {
      await thread?.terminate()
    },
  }
}
