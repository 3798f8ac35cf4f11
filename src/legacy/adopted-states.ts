// Redirects states that an adopted app at another path still has.

/** Options of `adopted`. */
export interface AdoptedOptions {
  /** The mark before a state in its URLs. Default: `#!`. */
  readonly mark?: '#' | '#!'
}

/**
 * Creates the options of a table's last route, for states that an adopted app still has:
 * `route('*', adopted('/old/'))`.
 *
 * @param page The path of the adopted app.
 * @param options Settings.
 * @throws {TypeError} When the page is no path that begins with "/".
 */
export function adopted(page: string, { mark = '#!' }: AdoptedOptions = {}) {
  if (!/^\/[^?#\s]*$/.test(page))
    throw new TypeError(
      `Cannot leave states to "${page}": give the path of the page, such as "/old/"`,
    )
  return {
    guard({ state }: { readonly state: string }): Promise<undefined> | undefined {
      const { location } = globalThis
      // Code that inspects the table has no reader to redirect.
      if (location === undefined) return undefined
      location.replace(page + mark + state)
      // Never resolves: this page must show nothing.
      return new Promise(() => {})
    },
  }
}
