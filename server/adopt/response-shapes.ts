// What the requests of a loaded page are answered with, by kind: states whose data have the same keys, missing or empty in the same
// places, leave the same kinds of things behind. In: the `fetch` of a page. Out: the same one; the shapes of the JSON that came
// since they were last asked for, as one text. The order in which answers come says nothing.

import { createShapes } from '../render/reuse/shape.ts'

/** Notes answers. */
export interface ResponseShapes {
  noting(send: typeof fetch): typeof fetch
  take(): string
}

/** Longer answers are told by their status alone: reading them twice costs more than a proof. */
const MOST_BYTES = 1_000_000

/** Makes it. */
export function responseShapes(): ResponseShapes {
  const shapes = createShapes()
  let found = new Set<string>()

  async function note(response: Response): Promise<void> {
    const into = found
    const { status, headers } = response
    const isShort = Number(headers.get('content-length') ?? 0) <= MOST_BYTES
    const isJson = /json/.test(headers.get('content-type') ?? '')
    if (!isJson || !isShort) return void into.add(String(status))
    const data: unknown = await response
      .clone()
      .json()
      .catch(() => undefined)
    into.add(`${status} ${shapes.ofData(data)}`)
  }

  return {
    noting: (send) => async (input, init) => {
      const response = await send(input, init)
      await note(response)
      return response
    },
    take() {
      const taken = [...found].sort().join()
      found = new Set()
      return taken
    },
  }
}
