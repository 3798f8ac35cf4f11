// Creates a frame's `location` object. It changes nothing itself.
// https://html.spec.whatwg.org/multipage/nav-history-apis.html#the-location-interface

const PARTS = ['hash', 'host', 'hostname', 'pathname', 'port', 'protocol', 'search'] as const

/** @param go Navigates the frame to an address, which may be relative. */
export function frameLocation(href: () => string, go: (href: string) => void): Location {
  const location = {
    get href() {
      return href()
    },
    set href(to) {
      go(String(to))
    },
    get origin() {
      return new URL(href()).origin
    },
    assign: (to: unknown) => go(String(to)),
    replace: (to: unknown) => go(String(to)),
    reload: () => go(href()),
    toString: href,
  }
  for (const name of PARTS) {
    Object.defineProperty(location, name, {
      enumerable: true,
      get: () => new URL(href())[name],
      set: (to: unknown) => go(Object.assign(new URL(href()), { [name]: String(to) }).href),
    })
  }
  return location as unknown as Location
}
