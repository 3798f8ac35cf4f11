import { defineRoutes, int, route } from 'hashbang-router'
import { pageData } from './data.ts'

const load = ({ params }: { params: { id: number } }) => pageData(params.id)
const params = { id: int }

export const routes = defineRoutes({
  home: route('', { view: () => import('./views/text.ts'), load: () => pageData(0) }),
  text: route('/text/:id', { params, load, view: () => import('./views/text.ts') }),
  lit: route('/lit/:id', { params, load, view: () => import('./views/lit.ts') }),
  reactive: route('/reactive/:id', { params, load, view: () => import('./views/reactive.ts') }),
})
