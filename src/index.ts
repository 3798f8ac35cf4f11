// Door ".": the route table and what it is made of. Runs anywhere; imports touch nothing.

export { entries, type TableEntry } from './entries.ts'
export { type Followed, follow } from './follow.ts'
export type { Head } from './head.ts'
export { Html, type HtmlValue, html } from './html.ts'
export type { Match } from './match.ts'
export type { ContextOf, InputOf, NameOf, ParamsOf, SearchOf } from './names.ts'
export { gone, notFound, type Outcome, redirect } from './outcome.ts'
export type { Level, Page, Redirected, Resolution, ResolveOptions } from './page.ts'
export { type Codec, date, int, number, oneOf, type Parser, parser, text } from './params.ts'
export { PatternError, type PatternParams } from './pattern.ts'
export { type Entry, type Route, type RouteArgs, type Routes, route, routeWith } from './route.ts'
export {
  type AnyTable,
  defineRoutes,
  type MatchOf,
  type Table,
  type TableOptions,
} from './routes.ts'
export { pathScheme, type Scheme } from './scheme.ts'
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
