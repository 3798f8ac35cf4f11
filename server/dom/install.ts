/**
 * Installs the DOM: one window, its globals, and every fix that makes it behave as a browser does.
 * In: the names of fixes to leave out (tests use that to show what each one is for). Out: the window.
 * Called once a thread, before anything that reads `HTMLElement` or `document` is imported.
 */
import { installAbsent } from './absent.ts'
import { installAttributes } from './attributes.ts'
import { installBase } from './base.ts'
import { installConnect } from './connect.ts'
import { installElementInternals } from './element-internals.ts'
import { installErrors } from './errors.ts'
import { installEvents } from './events.ts'
import { installForms } from './forms.ts'
import { installHistory } from './history.ts'
import { installInsert } from './insert.ts'
import type { InnerWindow } from './internals.ts'
import { installMarkup } from './markup.ts'
import { installNames } from './names.ts'
import { installFetch, installNetwork } from './network.ts'
import { installObservers } from './observers.ts'
import { installParser } from './parser.ts'
import { installReactions } from './reactions.ts'
import { installReflect } from './reflect.ts'
import { installSlots } from './slots.ts'
import { installTimers } from './timers.ts'
import { installUpgrade } from './upgrade.ts'
import { createWindow, registerGlobals } from './window.ts'

/** The fixes by name, in the order in which they are made. */
const FIXES: Record<string, (window: InnerWindow) => void> = {
  errors: installErrors,
  connect: installConnect,
  insert: installInsert,
  reactions: installReactions,
  parser: installParser,
  upgrade: installUpgrade,
  markup: installMarkup,
  attributes: installAttributes,
  slots: installSlots,
  events: installEvents,
  internals: installElementInternals,
  history: installHistory,
  base: installBase,
  forms: installForms,
  names: installNames,
  reflect: installReflect,
  observers: installObservers,
  absent: installAbsent,
  network: installNetwork,
}

export type FixName = keyof typeof FIXES

export function install(without: ReadonlySet<FixName> = new Set()): InnerWindow {
  const window = createWindow()
  for (const [name, fix] of Object.entries(FIXES)) if (!without.has(name)) fix(window)
  registerGlobals(window)
  installTimers(globalThis as unknown as Record<string, unknown>)
  installFetch(globalThis)
  return window
}
