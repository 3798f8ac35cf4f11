/**
 * Adds a FileReader for Node's blobs. Its events are tasks of the page, which waits for it.
 * https://w3c.github.io/FileAPI/#APIASynch
 * Ours: happy-dom's reads its own blobs only.
 */
import { Buffer } from 'node:buffer'
import { defineHandlers } from '../event-handlers.ts'
import { define, type InnerWindow } from '../internals.ts'

type Make = (bytes: Buffer, blob: Blob, encoding: string) => string | ArrayBuffer

const AS: Readonly<Record<string, Make>> = {
  readAsText: (bytes, _, encoding) => new TextDecoder(encoding).decode(bytes),
  readAsDataURL: (bytes, { type }) =>
    `data:${type || 'application/octet-stream'};base64,${bytes.toString('base64')}`,
  readAsBinaryString: (bytes) => bytes.toString('latin1'),
  readAsArrayBuffer: (bytes) => new Uint8Array(bytes).buffer,
}

const EVENTS = ['loadstart', 'progress', 'load', 'abort', 'error', 'loadend']
const STATES = { EMPTY: 0, LOADING: 1, DONE: 2 }

export function installFileReader(window: InnerWindow): void {
  class FileReader extends window.EventTarget {
    readyState = STATES.EMPTY
    result: string | ArrayBuffer | null = null
    error: unknown = null
    #reads = 0

    abort(): void {
      this.result = null
      if (this.readyState !== STATES.LOADING) return
      this.#reads += 1
      this.readyState = STATES.DONE
      this.#tell('abort', 0)
    }

    async read(make: Make, blob: Blob, encoding: string): Promise<void> {
      if (this.readyState === STATES.LOADING) {
        throw new window.DOMException('The object is already busy.', 'InvalidStateError')
      }
      const mine = ++this.#reads
      this.readyState = STATES.LOADING
      const bytes = Buffer.from(await blob.arrayBuffer())
      globalThis.setTimeout(() => {
        if (mine !== this.#reads) return
        this.result = make(bytes, blob, encoding)
        this.readyState = STATES.DONE
        this.#tell('load', blob.size)
      })
    }

    #tell(outcome: 'load' | 'abort', size: number): void {
      const init = { lengthComputable: true, total: size, loaded: size }
      const types = outcome === 'load' ? ['loadstart', 'progress', 'load'] : ['abort']
      for (const type of [...types, 'loadend'])
        this.dispatchEvent(new window.ProgressEvent(type, init))
    }
  }
  const { prototype } = FileReader
  const { read } = prototype
  Reflect.deleteProperty(prototype, 'read')
  for (const [name, make] of Object.entries(AS)) {
    define(prototype, {
      [name](this: FileReader, blob: Blob, encoding = 'utf-8') {
        read.call(this, make, blob, encoding)
      },
    })
  }
  defineHandlers(prototype, EVENTS)
  Object.assign(FileReader, STATES)
  Object.assign(prototype, STATES)
  Object.assign(window, { FileReader })
}
