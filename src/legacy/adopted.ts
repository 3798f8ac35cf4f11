// The states that a table leaves to an app that is adopted, which runs as it is at another path. In: that path, how the app writes
// its states. Out: what a route does for its states: readers are sent on to the same state there, in a browser and in snapshots.

/** How the adopted app writes its states. */
export interface AdoptedOptions {
  /** What stands before a state in its URLs. Default: `#!`. */
  readonly mark?: '#' | '#!'
}

/**
 * Makes the options of a route whose states an adopted app still has: `route('*', adopted('/old/'))` as the last of a table.
 *
 * @param page The path of the adopted page, which begins with "/".
 * @throws {TypeError} When it is no such path.
 */
export function adopted(page: string, { mark = '#!' }: AdoptedOptions = {}) {
  if (!/^\/[^?#\s]*$/.test(page)) {
    throw new TypeError(
      `Cannot leave states to "${page}": give the path of the page, such as "/old/"`,
    )
  }
  return {
    guard({ state }: { readonly state: string }): Promise<undefined> | undefined {
      const { location } = globalThis
      // Whoever looks at the table only has no reader to send anywhere.
      if (location === undefined) return undefined
      location.replace(page + mark + state)
      // Nothing of this page is to be shown any more.
      return new Promise(() => {})
    },
  }
}
