// From navigations to shown pages: match and load by the table, mount in the outlet, say it in the head.
// In: visits from a history. Out: what the reader sees. The last navigation wins: each has its own
// signal, which is checked at the one place that shows anything.

import type { ContextOf, HrefArgs, InputOf, NameOf, ParamsOf } from '../names.ts'
import type { Page } from '../page.ts'
import type { Routes } from '../route.ts'
import type { Table } from '../routes.ts'
import { prettyUrl, withoutFragment } from '../url.ts'
import { documentHead } from './head.ts'
import type { History, NavigationOutcome, Visit } from './history.ts'
import { navigationHistory } from './navigation.ts'
import type { HashbangOutlet } from './outlet.ts'

/** A started router. */
export interface Router<T extends Routes> {
  /** The page that is shown; null until the first is. */
  readonly page: Page | null
  /** Settles when the first page is shown. */
  readonly ready: Promise<NavigationOutcome>
  /** Goes to a route of the table, as a link to it would. */
  navigate<N extends NameOf<T>>(
    name: N,
    ...args: HrefArgs<ParamsOf<T, N>, InputOf<T, N>>
  ): Promise<NavigationOutcome>
  /** Stops listening, empties the outlet and puts the head back. */
  stop(): void
}

/** What `start` needs besides the table. */
export interface StartOptions<Context> {
  /** Given to guards and loaders. */
  readonly context: Context
  /** Default: the first `<hashbang-outlet>` of the document. */
  readonly outlet?: HashbangOutlet
  /** Default: the browser's. */
  readonly history?: History
}

const MAX_REDIRECTS = 10

/**
 * Starts routing the document by a table.
 *
 * @throws {TypeError} When the document has no `<hashbang-outlet>` and none is given.
 */
export function start<T extends Routes>(
  table: Table<T>,
  options: StartOptions<ContextOf<T>>,
): Router<T> {
  const outlet = options.outlet ?? findOutlet()
  const history = options.history ?? navigationHistory(window)
  const head = documentHead(document)
  const location = withoutFragment(document.URL)
  let current = new AbortController()
  let page: Page | null = null
  let redirects = 0

  async function visit({
    state,
    signal,
  }: Pick<Visit, 'state' | 'signal'>): Promise<NavigationOutcome> {
    current.abort()
    current = new AbortController()
    const own = AbortSignal.any([current.signal, signal])
    const resolution = await table.resolve(state ?? '', { context: options.context, signal: own })
    if (own.aborted || resolution.type === 'aborted') return 'superseded'
    if (resolution.type === 'redirect') {
      redirects += 1
      if (redirects > MAX_REDIRECTS) {
        const error = new Error(`Cannot show "#!${state}": more than ${MAX_REDIRECTS} redirects`)
        return show(await table.fail(resolution.state, error), state !== null, own)
      }
      void history.go(resolution.state, { replace: true })
      return 'redirected'
    }
    redirects = 0
    return show(resolution, state !== null, own)
  }

  // The one place that shows anything.
  async function show(
    next: Page,
    fragment: boolean,
    signal: AbortSignal,
  ): Promise<NavigationOutcome> {
    page = next
    outlet.page = next
    head.show(next.head, prettyUrl(location, next.state), fragment)
    try {
      await outlet.updateComplete
    } catch (error) {
      if (signal.aborted) return 'superseded'
      if (next.type === 'failure') return 'failed'
      return show(await table.fail(next.state, error), fragment, signal)
    }
    return signal.aborted ? 'superseded' : next.type === 'failure' ? 'failed' : 'done'
  }

  const unlisten = history.listen(visit)
  const ready = visit({ state: history.read(), signal: new AbortController().signal })
  return {
    get page() {
      return page
    },
    ready,
    navigate: (name, ...args) => history.go(table.state(name, ...args), { replace: false }),
    stop() {
      current.abort()
      unlisten()
      outlet.page = null
      head.restore()
    },
  }
}

function findOutlet(): HashbangOutlet {
  const outlet = document.querySelector('hashbang-outlet')
  if (outlet !== null) return outlet
  throw new TypeError('Cannot start the router: the document has no <hashbang-outlet>')
}
