// TypeDoc reads programs through the compiler's JavaScript API, which TypeScript 7 does not have:
// its `typescript` is the package typescript-6. Loaded with `node --import` before TypeDoc; nothing
// else is changed by it.
import { register } from 'node:module'

register(
  `data:text/javascript,${encodeURIComponent(
    "export const resolve = (name, context, next) => next(name === 'typescript' ? 'typescript-6' : name, context)",
  )}`,
)
