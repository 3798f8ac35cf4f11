// Door ".": the route table and its parts. Runs anywhere; imports touch nothing.

export { defineRoutes } from './define-routes.ts'
export type { Head } from './head.ts'
export { Html, type HtmlValue, html } from './html.ts'
export { gone, notFound, type Outcome, redirect } from './outcome.ts'
export type { Level, Page, Redirected, Resolution, ResolveOptions } from './page.ts'
export { type Codec, date, int, number, oneOf, type Parser, parser, text } from './params.ts'
export type { PatternParams } from './pattern.ts'
export type { Match } from './read-match.ts'
export {
  type ReadableOptions,
  type ReadableScheme,
  readableHref,
  readableScheme,
} from './readable.ts'
export {
  type Route,
  type RouteArgs,
  type RouteEntry,
  type Routes,
  route,
  routeWith,
} from './route.ts'
export { type PathOptions, pathScheme, type Scheme } from './scheme.ts'
export type {
  AnyTable,
  ContextOf,
  InputOf,
  MatchOf,
  NameOf,
  ParamsOf,
  SearchOf,
  Table,
  TableOptions,
} from './table.ts'
export { toPrettyUrl, toUglyUrl } from './url.ts'
export {
  type ElementView,
  type HtmlView,
  htmlView,
  type MountedView,
  type MountView,
  mountView,
  type View,
  type ViewModule,
  type ViewPage,
} from './view.ts'
