/** A site of as many states as one likes, generated: items with sections, as html views. */
import type * as Doors from '../../dist/src/index.js'

type Needs = Pick<typeof Doors, 'defineRoutes' | 'html' | 'int' | 'route'>

/** Makes it. */
export function listsApp(count: number, { defineRoutes, html, int, route }: Needs) {
  const routes = defineRoutes({
    home: route('', { view: () => import('./table.ts') as never }),
    item: route('/shelf/:shelf/item/:id', {
      params: { id: int },
      view: () => import('./table.ts') as never,
      *entries() {
        for (let id = 0; id < count; id++) yield { params: { shelf: `s${(id * 7919) % 1000}`, id } }
      },
    }),
  })
  const rows = Array.from({ length: 20 }, (_, row) => row)
  return {
    routes,
    answer(target: string) {
      const state = decodeURIComponent(target.slice(target.indexOf('=') + 1))
      const body = html`<!doctype html><title>${state}</title><h1>${state}</h1><ul>${rows.map((row) => html`<li>${state} & ${row}</li>`)}</ul>`
      return {
        status: 200,
        headers: {
          'content-type': 'text/html; charset=utf-8',
          etag: `"${state.length}"`,
          link: `<https://bench.test/#!${state}>; rel="canonical"`,
        },
        body: Buffer.from(String(body)),
      }
    },
  }
}
