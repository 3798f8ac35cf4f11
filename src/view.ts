// The three kinds of view that a route's module may export by default; no DOM is touched here.
//   a custom element class       the outlet creates one and sets its `page`
//   htmlView(page => html`…`)    text; the server needs no DOM for it
//   mountView((outlet, page) => cleanup)   any framework mounts itself; to be updated in place it
//                                returns { update, unmount }

import type { Html } from './html.ts'

/** What a view is given: one level of the page that the current state resolved to. */
export interface ViewPage<Data = unknown, Params = unknown, Search = unknown> {
  /** The name of the route. */
  readonly name: string
  /** The canonical text after `#!`; `''` for the page without a fragment. */
  readonly state: string
  readonly params: Params
  readonly search: Search
  /** The id that the state points at, or null. */
  readonly anchor: string | null
  readonly data: Data
  /** The HTTP status that the server answers with: 200, 404, 410 or 500. */
  readonly status: number
  /** Holds the snapshot and the end of the navigation until `promise` settles or time is up. */
  settled(promise: PromiseLike<unknown>): void
}

/** A view that is text: rendered as a string on the server and parsed by the browser. */
export interface HtmlView<Page> {
  readonly kind: 'html'
  render(page: Page): Html
}

/** How a mounted view goes on. */
export interface MountedView<Page> {
  /** Shows another page of the route in place. Default: unmount, and mount anew. */
  update?(page: Page): void
  /** Undoes the mounting. */
  unmount?(): void
}

/** A view that some framework mounts; a function that it returns undoes the mounting. */
export interface MountView<Page> {
  readonly kind: 'mount'
  // biome-ignore lint/suspicious/noConfusingVoidType: a function that returns nothing is the common case
  mount(outlet: Element, page: Page): void | (() => void) | MountedView<Page>
}

/** A defined custom element class; an instance has its `page` before it is connected. */
export type ElementView = new () => HTMLElement

/** Any of the three kinds. */
export type View<Page = never> = ElementView | HtmlView<Page> | MountView<Page>

/** A module whose default export is a view: what `() => import('./view.ts')` resolves to. */
export interface ViewModule<Page = never> {
  readonly default: View<Page>
}

/** Makes a view from a function to HTML. */
export const htmlView = <Data = unknown, Params = unknown, Search = unknown>(
  render: (page: ViewPage<Data, Params, Search>) => Html,
): HtmlView<ViewPage<Data, Params, Search>> => ({ kind: 'html', render })

/**
 * Creates a view from a function that fills the outlet. It may return a function that undoes that,
 * or `{ update: (page) => …, unmount: () => … }`.
 */
export const mountView = <Data = unknown, Params = unknown, Search = unknown>(
  mount: MountView<ViewPage<Data, Params, Search>>['mount'],
): MountView<ViewPage<Data, Params, Search>> => ({ kind: 'mount', mount })
