// Door "." in Node and development: the same modules, with full error messages, and a closer look
// at the options of routes. SIDE EFFECT on import: see texts.ts.

import './texts.ts'

export { gone, notFound, redirect } from './checked-outcomes.ts'
export { defineRoutes } from './checked-routes.ts'
export * from './index.ts'
