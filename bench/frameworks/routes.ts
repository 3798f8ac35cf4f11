// The same page of each framework, fresh each time.
import { defineRoutes, int, route } from 'hashbang-router'
import { preactView } from 'hashbang-router/preact'
import { reactView } from 'hashbang-router/react'
import { svelteView } from 'hashbang-router/svelte'
import { vueView } from 'hashbang-router/vue'
import { pageData } from '../snapshot/data.ts'

const shown = {
  params: { id: int },
  load: ({ params }: { params: { id: number } }) => pageData(params.id),
}

export const routes = defineRoutes({
  home: route('', { load: () => pageData(0), view: () => reactView(import('./views/react.ts')) }),
  react: route('/react/:id', { ...shown, view: () => reactView(import('./views/react.ts')) }),
  preact: route('/preact/:id', { ...shown, view: () => preactView(import('./views/preact.ts')) }),
  vue: route('/vue/:id', { ...shown, view: () => vueView(import('./views/Page.vue')) }),
  svelte: route('/svelte/:id', { ...shown, view: () => svelteView(import('./views/Page.svelte')) }),
})
