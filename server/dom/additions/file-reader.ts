/**
 * Adds a FileReader for Node's blobs. Its events are tasks of the page.
 * https://w3c.github.io/FileAPI/#APIASynch
 * Ours: happy-dom's reads its own blobs only.
 */
import { Buffer } from 'node:buffer'
import { define, type InnerWindow } from '../internals.ts'
import { toPage } from '../realm/to-page.ts'

type PackageData = (bytes: Buffer, blob: Blob, encoding: string) => string | ArrayBuffer

/** https://w3c.github.io/FileAPI/#blob-package-data */
const PACKAGES: Readonly<Record<string, PackageData>> = {
  readAsText: (bytes, _, encoding) => new TextDecoder(encoding).decode(bytes),
  readAsDataURL: (bytes, { type }) =>
    `data:${type || 'application/octet-stream'};base64,${bytes.toString('base64')}`,
  readAsBinaryString: (bytes) => bytes.toString('latin1'),
  readAsArrayBuffer: (bytes) => new Uint8Array(bytes).buffer,
}

const STATES = { EMPTY: 0, LOADING: 1, DONE: 2 }

function readerClass(window: InnerWindow) {
  return class FileReader extends window.EventTarget {
    readyState = STATES.EMPTY
    result: string | ArrayBuffer | null = null
    error: unknown = null
    #reads = 0

    abort(): void {
      this.result = null
      if (this.readyState !== STATES.LOADING) return
      this.#reads += 1
      this.readyState = STATES.DONE
      this.#dispatch('abort')
      this.#dispatch('loadend')
    }

    async read(packageData: PackageData, blob: Blob, encoding: string): Promise<void> {
      if (this.readyState === STATES.LOADING) {
        throw new window.DOMException('The object is already busy.', 'InvalidStateError')
      }
      const read = ++this.#reads
      const { size } = blob
      this.readyState = STATES.LOADING
      this.result = null
      this.error = null
      const bytes = await blob.arrayBuffer().catch((error: unknown) => error as Error)
      const finish = () => {
        if (read !== this.#reads) return
        this.#dispatch('loadstart', size)
        if (bytes instanceof Error) {
          this.error = new window.DOMException(bytes.message, 'NotReadableError')
        } else this.result = toPage(packageData(Buffer.from(bytes), blob, encoding))
        this.readyState = STATES.DONE
        if (this.error === null) this.#dispatch('progress', size, size)
        this.#dispatch(this.error === null ? 'load' : 'error', size, size)
        if (read === this.#reads) this.#dispatch('loadend', size, size)
      }
      globalThis.setTimeout(finish)
    }

    #dispatch(type: string, total = 0, loaded = 0): void {
      const init = { lengthComputable: true, total, loaded }
      this.dispatchEvent(new window.ProgressEvent(type, init))
    }
  }
}

export function installFileReader(window: InnerWindow): void {
  const FileReader = readerClass(window)
  const { prototype } = FileReader
  const { read } = prototype
  Reflect.deleteProperty(prototype, 'read')
  for (const [name, packageData] of Object.entries(PACKAGES)) {
    define<InstanceType<typeof FileReader>>(prototype, {
      [name](blob: Blob, encoding = 'utf-8') {
        read.call(this, packageData, blob, encoding)
      },
    })
  }
  Object.assign(window, { FileReader })
}
