// Keeps the bytes of a response that was made in memory. Reading them back from its stream, or from
// a clone, costs many times as much.

const bodies = new WeakMap<Response, Uint8Array>()

/** Stores a response's bytes. Nothing may write to them afterwards. */
export function ofBytes(response: Response, bytes: Uint8Array): Response {
  bodies.set(response, bytes)
  return response
}

/** @returns Undefined for what comes from elsewhere, and for what somebody has begun to read. */
export const wholeBody = (response: Response): Uint8Array | undefined =>
  response.bodyUsed ? undefined : bodies.get(response)
