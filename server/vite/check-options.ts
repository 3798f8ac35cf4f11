// Checks the options of the Vite plugin.

import { show } from '../../src/texts.ts'

const OPTIONS = ['app', 'origin', 'region', 'devtools', 'kept']

export function checkOptions(options: object): void {
  const old = ['locale', 'timeZone'].find((name) => name in options)
  if (old !== undefined)
    throw new TypeError(`hashbang(): "${old}" is no option any more: write region: { ${old} }`)
  const wrong = Object.keys(options).find((name) => !OPTIONS.includes(name))
  if (wrong !== undefined)
    throw new TypeError(
      `hashbang(): "${wrong}" is no option: there are ${OPTIONS.join(', ')}. Correct it in the Vite configuration`,
    )
  const { app } = options as { readonly app?: unknown }
  if (typeof app !== 'string' && (typeof app !== 'object' || app === null))
    throw new TypeError(
      `hashbang(): "app" is ${show(app)}: name the module that exports your routes, such as hashbang({ app: 'src/routes.ts' })`,
    )
}
