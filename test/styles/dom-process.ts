/**
 * The process with the DOM of a built checkout: `tsx dom-process.ts <root>`. It opens pages in the
 * windows of `views.ts` and answers the calls of `dom-side.ts`.
 */
import { comparePage } from './compare-page.ts'
import { readCases } from './read-cases.ts'
import { HEIGHT, type View } from './views.ts'

type Dom = typeof import('../../server/dom/index.ts')

const dom = (await import(`${process.argv[2]}/dist/server/dom/index.js`)) as Dom
dom.createWindow()

/** The settings that happy-dom's media queries read. */
declare const happyDOM: {
  setViewport(size: { width: number; height: number }): void
  readonly settings: { readonly device: { prefersColorScheme: string } }
}

/** Opens a page, calls the function in it, and closes it. */
async function inPage<T>(html: string, { width, scheme }: View, read: () => T): Promise<T> {
  const size = { width, height: HEIGHT }
  happyDOM.setViewport(size)
  // The globals are properties of their own, and keep the size of the start.
  Object.assign(globalThis, { innerWidth: width, innerHeight: HEIGHT })
  happyDOM.settings.device.prefersColorScheme = scheme
  dom.open('http://localhost/')
  try {
    await dom.createParser({ run: () => undefined }).read(html)
    return read()
  } finally {
    await dom.close()
  }
}

export type InPage = typeof inPage

const CALLS = {
  comparePage: (...[request]: CallArgs<typeof comparePage>) => comparePage(inPage, request),
  readCases: (...[request]: CallArgs<typeof readCases>) => readCases(inPage, request),
}

type CallArgs<F> = F extends (inPage: InPage, ...rest: infer R) => unknown ? R : never

export type Calls = typeof CALLS

process.on('uncaughtException', () => {})
process.on('unhandledRejection', () => {})
const send = process.send?.bind(process)
process.on('message', async ({ id, call, request }: Call) => {
  try {
    const value = await CALLS[call](request as never)
    send?.({ id, value })
  } catch (error) {
    send?.({ id, error: String(error instanceof Error ? error.stack : error) })
  }
})
send?.('ready')

interface Call {
  readonly id: number
  readonly call: keyof Calls
  readonly request: unknown
}
