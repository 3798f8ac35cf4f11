// Draws a page into the document: mount, settle, serialize. In: a page, an outlet that is new or holds an
// earlier page of the same route. Out: what the outlet shows as HTML. One drawing at a time: the document
// has one location, one title and one focus.

import { HashbangOutlet } from '../src/dom/outlet.ts'
import type { Page } from '../src/page.ts'
import type { Table } from '../src/routes.ts'
import { begin, end, provideFetch, takeErrors } from './dom.ts'
import { SerializeError, serializeChildren } from './serialize.ts'
import { settle } from './settle.ts'

/** A page to draw. */
export interface Drawing {
  readonly routes: Table
  readonly page: Page
  /** The pretty URL, for views that read the location. */
  readonly url: string
  readonly signal: AbortSignal
  /** What the global `fetch` is for the page. */
  readonly fetch: typeof fetch
}

/** A page as it was drawn. */
export interface Drawn {
  /** What it was drawn into. */
  readonly outlet: HashbangOutlet
  /** The page given, or the failure that its view made of it. */
  readonly page: Page
  readonly body: string
  /** What went wrong and did not stop it. */
  readonly warnings: readonly string[]
  /** ms until it had settled. */
  readonly dom: number
  /** ms that serializing took. */
  readonly serialize: number
}

/**
 * Draws a page.
 *
 * @param kept Holds an earlier page of the same route. Default: a new outlet.
 * @param keep Whether the outlet stays in the document.
 */
export async function draw(
  { routes, page: given, url, signal, fetch }: Drawing,
  kept: HashbangOutlet | undefined,
  keep: boolean,
): Promise<Drawn> {
  const started = performance.now()
  begin(url, kept)
  provideFetch(fetch)
  // Made after the render has begun: an element's first update runs in the context that it was made in.
  const outlet = kept ?? new HashbangOutlet()
  try {
    outlet.page = given
    if (!outlet.isConnected) document.body.append(outlet)
    const mounted = await mount(routes, given, outlet)
    const pending = await settle(outlet, signal)
    const shown = performance.now()
    const { page, body, refused } = await written(routes, mounted, outlet)
    return {
      outlet,
      page,
      body,
      warnings: [
        ...refused,
        ...pending.map((what) => `still pending at the deadline: ${what}`),
        ...takeErrors().map((error) => `reported by the page: ${describe(error)}`),
      ],
      dom: shown - started,
      serialize: performance.now() - shown,
    }
  } finally {
    await end(keep ? outlet : undefined)
  }
}

// A view that throws while it is mounted makes another page of the state: the failure.
async function mount(routes: Table, page: Page, outlet: HashbangOutlet): Promise<Page> {
  try {
    await outlet.updateComplete
    return page
  } catch (error) {
    return fail(routes, page, outlet, error)
  }
}

async function fail(routes: Table, page: Page, outlet: HashbangOutlet, error: unknown) {
  const failure = await routes.fail(page.state, error)
  outlet.page = failure
  await outlet.updateComplete.catch(() => outlet.replaceChildren())
  return failure
}

// A tree that HTML cannot say is shown as near as can be; one that cannot be shown safely is a failure.
async function written(routes: Table, page: Page, outlet: HashbangOutlet) {
  try {
    return { page, body: serializeChildren(outlet), refused: [] }
  } catch (error) {
    if (!(error instanceof SerializeError)) throw error
    if (error.html !== undefined) return { page, body: error.html, refused: [error.message] }
    const failure = await fail(routes, page, outlet, error)
    return { page: failure, body: serializeChildren(outlet), refused: [] }
  }
}

/** An error as text for the log; what was thrown may not even let itself be looked at. */
export function describe(error: unknown): string {
  try {
    return error instanceof Error ? (error.stack ?? String(error)) : String(error)
  } catch {
    return 'something was thrown that cannot be made text of'
  }
}
