/** Tables for the lists of a site. */
import { defineRoutes, html, htmlView, route, type Table } from '../../../../src/index.ts'

const view = async () => ({ default: htmlView(() => html`<p>text</p>`) })

/** A table of patterns, each with a view; a route is named by the letters of its pattern. */
export function tableOf(
  routes: Readonly<Record<string, object>>,
  options: Parameters<typeof defineRoutes>[1] = {},
): Table {
  const named = Object.entries(routes).map(([pattern, more]) => [
    pattern.replace(/\W/g, '') || 'home',
    route(pattern, { view, ...more }),
  ])
  return defineRoutes(Object.fromEntries(named), options) as unknown as Table
}
