// Opens the window of a page: a realm of its own over the worker's document.

import { isShownRealm, openRealm, type PageWindow, platformOf } from '../../dom/index.ts'
import { compileBody } from './compiled-scripts.ts'
import { nameElements } from './named-elements.ts'
import { addTimers } from './window-timers.ts'

let platform: PropertyDescriptorMap | undefined

/** The globals of every window. The first call takes the worker's. */
export const windowPlatform = (): PropertyDescriptorMap => (platform ??= platformOf(globalThis))

export function openPageWindow(): PageWindow {
  const { window, language } = openRealm(windowPlatform(), compileBody as never)
  const own = Object.create(language.classes.Object?.prototype ?? null) as object
  window.console = Object.assign(own, globalThis.console)
  addTimers(window, () => isShownRealm(window))
  nameElements(window)
  return window
}
