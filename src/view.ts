// The three kinds of view that a view module may export by default: an element class, htmlView and
// mountView. The outlet and the snapshot workers show them.

import type { Html } from './html.ts'

/** Argument of a view: one level of the page of a state. */
export interface ViewPage<Data = unknown, Params = unknown, Search = unknown> {
  /** The route's full name, such as `shop.item`. */
  readonly name: string
  /** The canonical text after `#!`; `''` for the page without a fragment. */
  readonly state: string
  readonly params: Params
  readonly search: Search
  /** The id in the state, or null. */
  readonly anchor: string | null
  /** The result of the route's loader. */
  readonly data: Data
  /** HTTP status of the page: 200, 404, 410 or 500. */
  readonly status: number
  /** Delays the snapshot and the end of the navigation until `promise` settles or time is up. */
  settled(promise: PromiseLike<unknown>): void
}

/** A view that returns text: the server needs no DOM for it. */
export interface HtmlView<Page> {
  readonly kind: 'html'
  /** Returns the HTML of a page. */
  render(page: Page): Html
}

/** Functions of a mounted view. */
export interface MountedView<Page> {
  /** Shows another page of the route. Default: unmounts, and mounts anew. */
  update?(page: Page): void
  /** Empties the outlet and frees resources of the view. */
  unmount?(): void
}

/** A view that a framework mounts. A returned function unmounts it. */
export interface MountView<Page> {
  readonly kind: 'mount'
  /** Shows a page in the outlet. Its result updates or unmounts the view. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a function that returns nothing is the common case
  mount(outlet: Element, page: Page): void | (() => void) | MountedView<Page>
}

/** A defined custom element class. The outlet sets an instance's `page` before it connects it. */
export type ElementView = new () => HTMLElement

/** A view: an element class, or the result of `htmlView` or `mountView`. */
export type View<Page = never> = ElementView | HtmlView<Page> | MountView<Page>

/** The result of `() => import('./view.ts')`. */
export interface ViewModule<Page = never> {
  readonly default: View<Page>
}

/** Creates a view from a function that returns HTML. */
export const htmlView = <Data = unknown, Params = unknown, Search = unknown>(
  render: (page: ViewPage<Data, Params, Search>) => Html,
): HtmlView<ViewPage<Data, Params, Search>> => ({ kind: 'html', render })

/**
 * Creates a view from a function that fills the outlet. It may return a function that empties it,
 * or `{ update: (page) => …, unmount: () => … }`.
 */
export const mountView = <Data = unknown, Params = unknown, Search = unknown>(
  mount: MountView<ViewPage<Data, Params, Search>>['mount'],
): MountView<ViewPage<Data, Params, Search>> => ({ kind: 'mount', mount })
