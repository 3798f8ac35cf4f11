/**
 * Keeps Node's HTTP client out of pages. Its classes load on first access, since they take a fifth
 * of a worker's start. Its code runs in the background, or its timers would be the page's.
 */
import { once } from '../../diagnostics/runtime/once.ts'
import { responseAt, wholeBody } from '../../diagnostics/runtime/whole-body.ts'
import { inBackground } from './background.ts'

/** Node's own classes, since loaders pass them on. */
export interface FetchClasses {
  FormData: typeof FormData
  Headers: typeof Headers
  Request: typeof Request
  Response: typeof Response
}

const NAMES = [
  'FormData',
  'Headers',
  'Request',
  'Response',
] as const satisfies (keyof FetchClasses)[]

const natives = Object.getOwnPropertyDescriptors(globalThis)
const changes: ((classes: FetchClasses) => void)[] = []
const ofClient = new Set<PropertyKey>()

export const beforeFetchClasses = (change: (classes: FetchClasses) => void): void =>
  void changes.push(change)

export const fetchClasses = once((): FetchClasses => {
  const before = new Set(Reflect.ownKeys(globalThis))
  const loaded = inBackground(
    (): FetchClasses => ({
      FormData: nativeOf('FormData'),
      Headers: nativeOf('Headers'),
      Request: nativeOf('Request'),
      Response: nativeOf('Response'),
    }),
  )
  for (const key of Reflect.ownKeys(globalThis)) if (!before.has(key)) ofClient.add(key)
  for (const change of changes) change(loaded)
  return loaded
})

/** Whether the client defined this global, which pages cannot delete. */
export const isOfClient = (key: PropertyKey): boolean => ofClient.has(key)

function nativeOf<Name extends keyof FetchClasses>(name: Name): FetchClasses[Name] {
  const { value, get } = natives[name] as PropertyDescriptor
  if (get === undefined) return value
  const current = Object.getOwnPropertyDescriptor(globalThis, name)
  const native = get.call(globalThis)
  if (current) Object.defineProperty(globalThis, name, current)
  return native
}

/** The accessors stay, so that the first access is no change by a page. */
const accessors = new Map(
  NAMES.map((name): [string, PropertyDescriptor] => [
    name,
    {
      configurable: true,
      enumerable: false,
      get: () => fetchClasses()[name],
      set(this: object, value: unknown) {
        Object.defineProperty(this, name, { value, configurable: true, writable: true })
      },
    },
  ]),
)

/** SIDE EFFECT: defines the accessors. */
export function deferFetchClasses(
  target: object,
  names: readonly (keyof FetchClasses)[] = NAMES,
): void {
  for (const name of names) {
    Object.defineProperty(target, name, accessors.get(name) as PropertyDescriptor)
  }
}

/** Whether reading the property loads these classes, or a lazy value of Node's. */
export function isDeferred(name: string, property: PropertyDescriptor | undefined): boolean {
  const get = property?.get
  return get !== undefined && (get === natives[name]?.get || get === accessors.get(name)?.get)
}

/** Returns the response with a body that is read in the background, and its type for the page. */
export function pageResponse(response: Response, origin: string): Response {
  const { body, status, statusText, headers, url, redirected } = response
  const isOther = /^https?:/.test(url) && new URL(url).origin !== origin
  const type = isOther ? 'cors' : 'basic'
  if (body === null || wholeBody(response)) return responseAt(response, { type })
  const stream = inBackground(() => readAhead(body))
  const copy = new (fetchClasses().Response)(stream, { status, statusText, headers })
  return responseAt(copy, { url, redirected, type })
}

/** Reads at the speed of the network: a snapshot waits for whole bodies. */
function readAhead(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream({
    async start(controller) {
      try {
        for (;;) {
          const { done, value } = await reader.read()
          if (done) return controller.close()
          controller.enqueue(value)
        }
      } catch (error) {
        controller.error(error)
      }
    },
    cancel: (reason) => inBackground(() => reader.cancel(reason)),
  })
}

/** Returns a signal that aborts with the given one, in the background. */
export function backgroundSignal(signal: AbortSignal): AbortSignal {
  const controller = new AbortController()
  const abort = () => inBackground(() => controller.abort(signal.reason))
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return controller.signal
}
