// Door "." where someone reads the messages: in Node and in development. The same modules, and the sentences of their errors.
// SIDE EFFECT on import: see texts.ts.

import './texts.ts'

export * from './index.ts'
