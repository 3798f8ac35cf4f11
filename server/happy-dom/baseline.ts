/**
 * What is there for every page of a thread: the empty document, the globals, the built-ins, and objects such as the navigator. In: a
 * window, before anything of the app is evaluated. Out: all of it as it was, however a page has left it.
 */
import { sharedBelongings } from './belongings.ts'
import { globalsOf } from './globals.ts'
import type { InnerWindow } from './internals.ts'
import { intrinsicObjects } from './intrinsic-objects.ts'
import { intrinsicsOf } from './intrinsics.ts'
import { type KeptObjects, keptObjects } from './kept-objects.ts'
import { sealElements } from './page-elements.ts'
import { keepRemovable } from './removable.ts'
import { resettable } from './reset.ts'
import { asServer } from './trespass.ts'

export interface Baseline {
  /** What is there now is there for every page. Later calls change nothing. */
  seal(): void
  /**
   * Puts the built-ins back.
   *
   * @param look `quickly` does not look for what is hidden from enumeration.
   * @returns What had changed, by name.
   */
  restoreBuiltIns(look: 'quickly' | 'wholly'): readonly string[]
  /** Empties the document. @param url Where it is then. Default: where it is. */
  reset(url?: string): void
  /**
   * Takes back what has come to the globals, to objects that live as long as the window, and to kept modules.
   *
   * @returns Which globals and what of kept modules had changed, by name.
   */
  takeBack(): readonly string[]
  /** Whether globals, the language and what kept modules export are as they were. */
  isSame(): boolean
  /** What pages can write of kept modules. */
  readonly kept: KeptObjects
}

/** @param note Told what cannot be taken back. */
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
  return {
    kept,
    seal() {
      if (isSealed) return
      isSealed = true
      page.adopt()
      belongings.adopt()
      globals.begin()
      intrinsics.adopt()
      sealElements()
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
        note([...belongings.takeBack(), ...written.stays, ...shared.stays])
        return [...written.changed, ...shared.changed]
      }),
    isSame: () => intrinsics.isLanguageSame() && kept.isSame() && asServer(globals.isClean),
  }
}
