/**
 * Installs the DOM: one window, its globals, and every fix that makes it behave as a browser does.
 * In: the names of fixes to leave out (tests use that to show what each one is for). Out: the window.
 * Called once a thread, before anything that reads `HTMLElement` or `document` is imported.
 */

import { installAsyncSources } from './async-sources.ts'
import { installClock } from './clock.ts'
import { installEarlyCalls } from './early-calls.ts'
import { installErrors, installMicrotasks } from './errors.ts'
import { deferFetchClasses } from './fetch-classes.ts'
import { installAttributes } from './fixes/attributes.ts'
import { installBase } from './fixes/base-url.ts'
import { installCanvas } from './fixes/canvas.ts'
import { installCdata } from './fixes/cdata.ts'
import { installChanges } from './fixes/changes.ts'
import { installChannels } from './fixes/channels.ts'
import { installComputedStyle } from './fixes/computed-style.ts'
import { installConnect } from './fixes/connect.ts'
import { installCookies } from './fixes/cookies.ts'
import { installCssValues } from './fixes/css-values.ts'
import { installEditing } from './fixes/editing.ts'
import { installElementInternals } from './fixes/element-internals.ts'
import { installEvents } from './fixes/events.ts'
import { installFileReader } from './fixes/file-reader.ts'
import { installFormControls } from './fixes/form-controls.ts'
import { installFormData } from './fixes/form-data.ts'
import { installForms } from './fixes/forms.ts'
import { installFrames } from './fixes/frames.ts'
import { installHistory } from './fixes/history.ts'
import { installNames } from './fixes/ids-and-titles.ts'
import { installInert } from './fixes/inert.ts'
import { installInsert } from './fixes/insert.ts'
import { installInterfaces } from './fixes/interfaces.ts'
import { installLayout } from './fixes/layout.ts'
import { installLoads } from './fixes/loads.ts'
import { installMarkup } from './fixes/markup.ts'
import { installAbsent } from './fixes/missing-apis.ts'
import { installMotion } from './fixes/motion.ts'
import { installObservers } from './fixes/observers.ts'
import { installParser } from './fixes/parser.ts'
import { installReactions } from './fixes/reactions.ts'
import { installRecords } from './fixes/records.ts'
import { installReflect } from './fixes/reflected-attributes.ts'
import { installScheduler } from './fixes/scheduler.ts'
import { installScreen } from './fixes/screen.ts'
import { installSelectors } from './fixes/selectors.ts'
import { installSetMethods } from './fixes/set-methods.ts'
import { installSheets } from './fixes/sheets.ts'
import { installSlots } from './fixes/slots.ts'
import { installSubmission } from './fixes/submission.ts'
import { installSvgNames } from './fixes/svg-names.ts'
import { installTables } from './fixes/tables.ts'
import { installTopLayer } from './fixes/top-layer.ts'
import { installTraversal } from './fixes/traversal.ts'
import { installUpgrade } from './fixes/upgrade.ts'
import { installXmlHttpRequest } from './fixes/xhr.ts'
import { installXPath } from './fixes/xpath.ts'
import { widenInlineCaches } from './inline-caches.ts'
import type { InnerWindow } from './internals.ts'
import { installLeaving } from './leaving.ts'
import { installFetch, installNetwork } from './network.ts'
import { installObjectUrls } from './object-urls.ts'
import { installRandom } from './random.ts'
import { installTimeline } from './timeline.ts'
import { installTimers } from './timer-globals.ts'
import { installTrespass } from './trespass.ts'
import { createWindow, registerGlobals, shareTimers } from './window.ts'

/** The fixes by name, in the order in which they are made. */
const FIXES: Record<string, (window: InnerWindow) => void> = {
  errors: installErrors,
  changes: installChanges,
  selectors: installSelectors,
  connect: installConnect,
  insert: installInsert,
  traversal: installTraversal,
  records: installRecords,
  reactions: installReactions,
  parser: installParser,
  upgrade: installUpgrade,
  markup: installMarkup,
  attributes: installAttributes,
  sheets: installSheets,
  slots: installSlots,
  events: installEvents,
  internals: installElementInternals,
  history: installHistory,
  base: installBase,
  forms: installForms,
  submission: installSubmission,
  names: installNames,
  reflect: installReflect,
  layout: installLayout,
  computedStyle: installComputedStyle,
  observers: installObservers,
  absent: installAbsent,
  screen: installScreen,
  editing: installEditing,
  scheduler: installScheduler,
  svgNames: installSvgNames,
  cookies: installCookies,
  tables: installTables,
  topLayer: installTopLayer,
  network: installNetwork,
  channels: installChannels,
  fileReader: installFileReader,
  frames: installFrames,
  loads: installLoads,
  motion: installMotion,
  canvas: installCanvas,
  cdata: installCdata,
  cssValues: installCssValues,
  formControls: installFormControls,
  inert: installInert,
  xpath: installXPath,
  requests: installXmlHttpRequest,
  formData: installFormData,
  interfaces: installInterfaces,
}

export type FixName = keyof typeof FIXES

export function install(without: ReadonlySet<FixName> = new Set()): InnerWindow {
  widenInlineCaches()
  const window = createWindow()
  for (const [name, fix] of Object.entries(FIXES)) if (!without.has(name)) fix(window)
  deferFetchClasses(globalThis)
  registerGlobals(window)
  installTrespass(window)
  installEarlyCalls(window)
  installLeaving(window)
  installClock(globalThis as unknown as Record<string, unknown>)
  installTimers(globalThis as unknown as Record<string, unknown>)
  shareTimers(globalThis as unknown as Record<string, unknown>, window)
  installMicrotasks(window, globalThis)
  installAsyncSources(globalThis as unknown as Record<string, unknown>)
  installFetch(globalThis)
  installRandom(globalThis)
  installTimeline(globalThis)
  installObjectUrls(globalThis)
  installSetMethods(globalThis)
  return window
}
