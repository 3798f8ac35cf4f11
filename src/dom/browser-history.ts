// Which history a router has: one that it is given, the browser's own, or one over hash events. What is seldom needed is
// loaded only then. In: a scheme. Out: a history, or a promise of one.

import type { Scheme } from '../scheme.ts'
import type { Upgrade } from './history/address.ts'
import { navigationHistory } from './history/navigation-api.ts'
import type { History } from './history/types.ts'
import type { Hooks } from './hooks.ts'
import type { HashbangOutlet } from './outlet.ts'
import type { StartOptions } from './router.ts'

/** Gives the history of the window. A sandboxed frame has `navigation`, but no entries in it and no events. */
const browserHistory = (scheme: Scheme, upgrade?: Upgrade): History | Promise<History> =>
  window.navigation?.currentEntry
    ? navigationHistory(window, scheme, upgrade)
    : import('./history/hash-events.ts').then(({ hashHistory }) =>
        hashHistory(window, scheme, upgrade),
      )

/** Gives the history that is asked for, or the browser's: not before what the server has sent can be taken over. */
export function openHistory(
  outlet: HashbangOutlet,
  hooks: Hooks,
  { history, upgrade }: Pick<StartOptions<never>, 'history' | 'upgrade'>,
): History | Promise<History> {
  const { scheme, table } = hooks
  const opened = history ?? browserHistory(scheme, upgrade)
  if (!outlet.firstElementChild && scheme !== table.options.readable) return opened
  return import('./take-over.ts')
    .then(({ takeOver }) => takeOver(outlet, hooks))
    .then(
      () => opened,
      () => opened,
    )
}
