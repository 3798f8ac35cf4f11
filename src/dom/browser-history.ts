// Chooses a router's history. Loads rare parts on demand.

import type { Scheme } from '../scheme.ts'
import { isReadable, type Upgrade } from './history/address.ts'
import { navigationHistory } from './history/navigation-api.ts'
import type { History } from './history/types.ts'
import type { Hooks } from './hooks.ts'
import type { HashbangOutlet } from './outlet.ts'
import type { StartOptions } from './router.ts'

/** The history of the window. A sandboxed frame has `navigation`, but no entries or events. */
const browserHistory = (scheme: Scheme, upgrade?: Upgrade): History | Promise<History> =>
  window.navigation?.currentEntry
    ? navigationHistory(scheme, upgrade)
    : import('./history/hash-events.ts').then(({ hashHistory }) => hashHistory(scheme, upgrade))

/** Returns the given history, or the browser's, once the server's content can be taken over. */
export function openHistory(
  outlet: HashbangOutlet,
  hooks: Hooks,
  { history, upgrade }: Pick<StartOptions<never>, 'history' | 'upgrade'>,
): History | Promise<History> {
  const { scheme } = hooks
  const opened = history ?? browserHistory(scheme, upgrade)
  if (!outlet.firstElementChild && !isReadable(scheme)) return opened
  return import('./take-over.ts')
    .then(({ takeOver }) => takeOver(outlet, hooks))
    .then(
      () => opened,
      () => opened,
    )
}
