// Bodies of responses that are in memory as a whole. In: a response that was made here, of bytes. Out: these bytes, for whoever has the
// response: reading them from its stream, or from a second one beside its reader, costs many times as much.

const bodies = new WeakMap<Response, Uint8Array>()

/** Notes what a response is made of, which nobody may write to from now on. */
export function ofBytes(response: Response, bytes: Uint8Array): Response {
  bodies.set(response, bytes)
  return response
}

/** @returns Undefined for what comes from elsewhere, and for what somebody has begun to read. */
export const wholeBody = (response: Response): Uint8Array | undefined =>
  response.bodyUsed ? undefined : bodies.get(response)
