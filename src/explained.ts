// Door "." in Node and development: the same modules, with full error messages. SIDE EFFECT on
// import: see texts.ts.

import './texts.ts'

export * from './index.ts'
