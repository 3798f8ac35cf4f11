/**
 * The door of the DOM: a window for a process, and pages in it. See README.md. The serializer
 * imports `internals.ts` as well, and code without a DOM imports `types.ts` alone.
 */

export { hiddenNodes } from './additions/hidden-nodes.ts'
export { compile as compileSelector, selectAll } from './additions/selectors/compile.ts'
export { within as withinScope } from './additions/selectors/pseudo-classes.ts'
export { InvalidSelector } from './additions/selectors/tokens.ts'
export { isPopoverOpen } from './additions/top-layer.ts'
export {
  hasEditedRules,
  type LoadedSheet,
  ownMedia,
  sheetText,
  styleText,
} from './css/css-style-sheet.ts'
export { type Rule, readBlock, readRules } from './css/parse-rules.ts'
export { registeredText } from './css/registered-properties.ts'
export { importsOf } from './css/sheet-imports.ts'
export { setImportedSheets, setLinkedSheet } from './css/style-sheets.ts'
export { customElementsShown } from './fixes/reactions.ts'
export { setLoading } from './fixes/session-history.ts'
export { QUIET_TURNS, readsFiles } from './isolation/alarm.ts'
export { noteImports, waitForImport } from './isolation/async-sources.ts'
export { inBackground, isBackground } from './isolation/background.ts'
export { noteRejection, onStrayError, takeErrors } from './isolation/errors.ts'
export { setRegion } from './isolation/locale.ts'
export { nodeFetch, onNetworkUse } from './isolation/network.ts'
export { machineNow, startClock } from './isolation/page-clock.ts'
export { type Destination, PageContext } from './isolation/page-context.ts'
export { perPage } from './isolation/page-state.ts'
export { noteWhile, TraceLog } from './isolation/page-trace.ts'
export { openRequests, type Pending, pendingWork, waitFor } from './isolation/pending.ts'
export { seedViews } from './isolation/random.ts'
export { retireProcess, retireReasons } from './isolation/retire.ts'
export { hasImmediates, holdTimers, letTimersRun } from './isolation/timers.ts'
export { elementsNamed, hasMetFrame } from './page/document-collections.ts'
export type { PageParser, ParserScripts } from './page/page-parser.ts'
export {
  type FrameLoader,
  isSheetLink,
  setFileLookup,
  setFrameLoader,
  setScriptRunner,
  setSheetLoader,
} from './page/resource-loaders.ts'
export {
  type PageDocument,
  type PageHead,
  usesStyles,
} from './page/shell-document.ts'
export { BARE_SHELL, planOf, type ShellPlan } from './page/shell-plan.ts'
export { emptyDocument } from './page/srcdoc-frames.ts'
export {
  catchErrors,
  close,
  closeRealmPage,
  createParser,
  createWindow,
  evaluateFirst,
  evaluateModule,
  fillDocument,
  isQuiet,
  keepChanges,
  keepExports,
  nextTimer,
  open,
  openRealm,
  openRealmPage,
  prepareRealmPages,
  seal,
  uncaught,
} from './page-lifecycle.ts'
export { newGlobal, platformOf, type WindowGlobal as PageWindow } from './realm/new-global.ts'
export { compileFor, isShownRealm, pageGlobal } from './realm/realm.ts'
export { toPage, toPageDeep } from './realm/to-page.ts'
