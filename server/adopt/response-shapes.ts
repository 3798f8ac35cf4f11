// What the requests of a loaded page are answered with, by kind: states whose data have the same keys, missing or empty in the same
// places, leave the same kinds of things behind. In: the `fetch` of a page. Out: the same one; the shapes of the JSON that came
// since they were last asked for, as one text. The order in which answers come says nothing.

import { contentHash } from '../runtime/content-hash.ts'
import { wholeBody } from '../runtime/whole-body.ts'
import { createShapes } from './shape.ts'

/** Notes answers. */
export interface ResponseShapes {
  noting(send: typeof fetch): typeof fetch
  take(): string
}

/** Longer answers are told by their status alone: reading them twice costs more than a proof. */
const MOST_BYTES = 1_000_000

/** So many are remembered. */
const MOST_KNOWN = 1000

/** Makes it. */
export function responseShapes(): ResponseShapes {
  const shapeOfData = createShapes()
  const known = new Map<string, string>()
  let found = new Set<string>()

  /** What is asked for in every state is parsed once. */
  function shapeOf(bytes: Uint8Array): string {
    const hash = contentHash(bytes)
    const shape = known.get(hash) ?? shapeOfData(parsed(bytes))
    if (known.size < MOST_KNOWN) known.set(hash, shape)
    return shape
  }

  async function note(response: Response): Promise<void> {
    const into = found
    const { status, headers } = response
    const isShort = Number(headers.get('content-length') ?? 0) <= MOST_BYTES
    const isJson = /json/.test(headers.get('content-type') ?? '')
    if (!isJson || !isShort) return void into.add(String(status))
    const bytes = wholeBody(response) ?? (await read(response.clone()))
    into.add(`${status} ${shapeOf(bytes)}`)
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

/** What breaks off is none. */
const read = (response: Response): Promise<Uint8Array> =>
  response.arrayBuffer().then(
    (bytes) => new Uint8Array(bytes),
    () => new Uint8Array(),
  )

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
