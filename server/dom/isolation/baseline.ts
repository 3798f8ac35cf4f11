/**
 * Restores the shared state of a thread between pages: document, globals, built-ins, and objects
 * such as the navigator.
 */

import type { InnerWindow } from '../internals.ts'
import { sharedBelongings } from './belongings.ts'
import { asServer } from './document-access.ts'
import { fetchClasses } from './fetch-classes.ts'
import { globalsOf } from './globals.ts'
import { intrinsicObjects } from './intrinsic-objects.ts'
import { intrinsicsOf } from './intrinsics.ts'
import { type KeptObjects, keptObjects } from './kept-objects.ts'
import { sealElements } from './page-elements.ts'
import { type Reachable, reachableFrom } from './reachable.ts'
import { keepRemovable } from './removable.ts'
import { resettable } from './reset.ts'
import { type Settings, sharedRoots, sharedSettings } from './shared-roots.ts'

export interface Baseline {
  /** Takes the current state as the baseline. Later calls do nothing. */
  seal(): void
  /** As `seal`, and restores all that page scripts can reach. */
  sealWholly(): void
  /**
   * @param look `quickly` skips non-enumerable properties.
   * @returns The names of changes.
   */
  restoreBuiltIns(look: 'quickly' | 'wholly'): readonly string[]
  /** @param url Its new address. Default: unchanged. */
  reset(url?: string): void
  /** @returns The names of changed globals and of changes in kept modules. */
  takeBack(): readonly string[]
  isSame(): boolean
  readonly kept: KeptObjects
}

/** @param note Called with each change that cannot be undone. */
export function baselineOf(
  window: InnerWindow,
  note: (stays: readonly string[]) => void,
): Baseline {
  const page = resettable(window)
  const globals = globalsOf(window)
  const shared = intrinsicObjects(globalThis)
  const targets = [...shared.language, ...shared.others].map(({ target }) => target)
  keepRemovable([globalThis, ...targets])
  const intrinsics = intrinsicsOf(shared)
  const belongings = sharedBelongings(window)
  const kept = keptObjects((what) => note([what]))
  let isSealed = false
  let reachable: Reachable | undefined
  let settings: Settings | undefined
  function seal(): void {
    if (isSealed) return
    isSealed = true
    page.adopt()
    belongings.adopt()
    globals.begin()
    intrinsics.adopt()
    sealElements()
  }
  return {
    kept,
    seal,
    sealWholly() {
      fetchClasses()
      const roots = asServer(() => sharedRoots(window))
      page.addTargets(roots.map(([, object]) => object))
      seal()
      reachable = reachableFrom(roots, belongings.has)
      settings = asServer(() => sharedSettings(window))
    },
    restoreBuiltIns(look) {
      const quickly = look === 'quickly'
      const { stays, changed } = quickly ? intrinsics.restoreBetween() : intrinsics.restoreAll()
      note(stays)
      return changed
    },
    reset: (url) => asServer(() => page.reset(url ?? window.document.location.href)),
    takeBack: () =>
      asServer(() => {
        const [written, shared] = [globals.end(), kept.takeBack()]
        const own = belongings.takeBack()
        const all = reachable?.takeBack() ?? { stays: [], changed: [] }
        const set = settings?.takeBack() ?? []
        note([...own, ...written.stays, ...shared.stays, ...all.stays, ...set])
        return [...written.changed, ...shared.changed, ...all.changed]
      }),
    isSame: () => intrinsics.isLanguageSame() && kept.isSame() && asServer(globals.isClean),
  }
}
