// Responses that were not made by Node's client: their URL, and their bytes if these are in memory.
// Reading bytes back from a stream, or from a clone, costs many times as much.

const bodies = new WeakMap<Response, Uint8Array>()

/** Stores a response's bytes. Nothing may write to them afterwards. */
export function ofBytes(response: Response, bytes: Uint8Array): Response {
  bodies.set(response, bytes)
  return response
}

/** @returns Undefined for what comes from elsewhere, and for what somebody has begun to read. */
export const wholeBody = (response: Response): Uint8Array | undefined =>
  response.bodyUsed ? undefined : bodies.get(response)

/** Sets properties that only Node's client can set, for clones too. */
export function responseAt(
  response: Response,
  facts: Partial<Pick<Response, 'url' | 'redirected' | 'type'>>,
): Response {
  const { clone } = response
  const own = { ...facts, clone: () => responseAt(clone.call(response), facts) }
  const entries = Object.entries(own).map(([name, value]) => [name, { value, configurable: true }])
  return Object.defineProperties(response, Object.fromEntries(entries))
}
