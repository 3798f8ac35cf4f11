// Door ".": the route table and what it is made of. Runs anywhere; imports touch nothing.

export type { Head } from './head.ts'
export { Html, type HtmlValue, html } from './html.ts'
export { gone, notFound, type Outcome, redirect } from './outcome.ts'
export type { Level, Page, Redirected, Resolution, ResolveOptions } from './page.ts'
export { type Codec, date, int, number, oneOf, type Parser, parser, text } from './params.ts'
export { PatternError, type PatternParams } from './pattern.ts'
export { type Entry, type Route, type RouteArgs, route, routeWith } from './route.ts'
export {
  defineRoutes,
  type Match,
  type MatchOf,
  type ParamsOf,
  type Routes,
  type SearchOf,
  type Table,
} from './routes.ts'
export { canonicalState } from './state.ts'
export { toPrettyUrl, toUglyUrl } from './url.ts'
export {
  type ElementView,
  type HtmlView,
  htmlView,
  type MountView,
  mountView,
  type View,
  type ViewModule,
  type ViewPage,
} from './view.ts'
