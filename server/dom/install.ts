/** Installs a window as globals, with all fixes and additions; `createWindow` calls it. */

import { ADDITIONS } from './additions/index.ts'
import { FIXES } from './fixes/index.ts'
import { installInterfaces } from './interfaces/install-interfaces.ts'
import type { InnerWindow, Install } from './internals.ts'
import { installErrors } from './isolation/errors.ts'
import { ISOLATION, isolateProcess } from './isolation/index.ts'
import { installChanges } from './next-change.ts'
import { createHappyWindow } from './window.ts'

/** `interfaces` adds the names that are still missing. */
const INSTALLS = {
  errors: installErrors,
  changes: installChanges,
  ...FIXES,
  ...ADDITIONS,
  ...ISOLATION,
  interfaces: installInterfaces,
} satisfies Readonly<Record<string, Install>>

/** @param without Parts to leave out; tests use it to show that each is needed. */
export function install(without: ReadonlySet<string> = new Set()): InnerWindow {
  const window = createHappyWindow()
  for (const [name, installPart] of Object.entries<Install>(INSTALLS))
    if (!without.has(name)) installPart(window)
  isolateProcess(window)
  return window
}
