/**
 * Keeps Node's HTTP client out of the page: what the page does with a response or its signal would
 * run code of the client, which would then start its timers among those of the page.
 */
import { responseAt, wholeBody } from '../../diagnostics/runtime/whole-body.ts'
import { fetchClasses } from './fetch-classes.ts'
import { outsideJobs } from './outside.ts'

/** Returns the response with a body that is read outside of the page. */
export function pageResponse(response: Response): Response {
  const { body, status, statusText, headers, url, redirected, type } = response
  if (body === null || wholeBody(response)) return response
  const stream = outsideJobs(() => readAhead(body))
  const made = new (fetchClasses().Response)(stream, { status, statusText, headers })
  return responseAt(made, { url, redirected, type })
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
    cancel: (reason) => outsideJobs(() => reader.cancel(reason)),
  })
}

/** Returns a signal that aborts with the given one, outside of the page. */
export function outsideSignal(signal: AbortSignal): AbortSignal {
  const controller = new AbortController()
  const abort = () => outsideJobs(() => controller.abort(signal.reason))
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return controller.signal
}
