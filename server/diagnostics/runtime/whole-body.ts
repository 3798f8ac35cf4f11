// The URL and the bytes of responses that Node's client has not made. Reading the bytes of a stream
// costs many times as much.

const bodies = new WeakMap<Response, Uint8Array>()

/** The bytes must not change. */
export function ofBytes(response: Response, bytes: Uint8Array): Response {
  bodies.set(response, bytes)
  return response
}

/** Returns the bytes of a response of `ofBytes`, unless its body is read already. */
export const wholeBody = (response: Response): Uint8Array | undefined =>
  response.bodyUsed ? undefined : bodies.get(response)

/** Only Node's client can set these properties. */
export function responseAt(
  response: Response,
  facts: Partial<Pick<Response, 'url' | 'redirected' | 'type'>>,
): Response {
  const { clone } = response
  const properties = { ...facts, clone: () => responseAt(clone.call(response), facts) }
  const entries = Object.entries(properties).map(([name, value]) => [
    name,
    { value, configurable: true },
  ])
  return Object.defineProperties(response, Object.fromEntries(entries))
}
