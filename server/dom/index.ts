/**
 * SIDE EFFECT: importing this module installs a happy-dom window as the globals of this worker,
 * with all fixes.
 * Import it before modules that read `HTMLElement` or `document`, and only in a snapshot worker. It
 * has one page at a time. Only this folder imports happy-dom.
 */
import process from 'node:process'
import { setImmediate } from 'node:timers'
import { customElementsShown } from './fixes/reactions.ts'
import { setLoading } from './fixes/session-history.ts'
import { install } from './install.ts'
import { baselineOf } from './isolation/baseline.ts'
import { beginPage } from './isolation/begin-page.ts'
import { startClock } from './isolation/clock.ts'
import { type Destination, endStart, JobContext } from './isolation/context.ts'
import { dirtyReasons, markDirty } from './isolation/dirty.ts'
import { beginElements, forAllPages, forgetElements } from './isolation/elements.ts'
import {
  attribute,
  attributeRejection,
  hasErrors,
  noteRejection,
  onStrayError,
  report as reportTo,
  takeErrors,
} from './isolation/errors.ts'
import { noteImports, waitForImport } from './isolation/imports.ts'
import type { Class } from './isolation/kept-exports.ts'
import { watchPorts } from './isolation/late-work.ts'
import { installRegion, type Region } from './isolation/locale.ts'
import { nodeFetch, onNetworkUse } from './isolation/network.ts'
import { outsideJobs } from './isolation/outside.ts'
import {
  openRequests,
  outsideWork,
  type Pending,
  pendingWork,
  waitFor,
} from './isolation/pending.ts'
import { asModule, drawRandom, setSeed } from './isolation/random.ts'
import type { Look } from './isolation/shared-objects.ts'
import {
  endTimers,
  hasImmediates,
  hasNoTimers,
  letTimersRun,
  type NextTimer,
  nextTimer as nextTimerOf,
  runLastTimers,
} from './isolation/timers.ts'
import { type PageDocument, type PageHead, pageDocuments, usesStyles } from './page/document.ts'
import { elementsNamed, hasMetFrame } from './page/names.ts'
import { type PageParser, type ParserScripts, pageParsers } from './page/parser.ts'
import { BARE_SHELL, planOf, type ShellPlan } from './page/shell-plan.ts'
import { scriptedPages } from './realm/pages.ts'

export { emptyDocument } from './page/empty-document.ts'
export { findFilesBy } from './page/files.ts'
export { type FrameLoader, loadFramesBy } from './page/frames.ts'
export { runScriptsBy } from './page/scripts.ts'
export { give, giveWhole } from './realm/give.ts'
export { newGlobal, platformOf, type WindowGlobal as PageWindow } from './realm/new-global.ts'
export { isShownRealm } from './realm/open-realm.ts'
export { compileFor, pageGlobal } from './realm/realm.ts'
export {
  BARE_SHELL,
  customElementsShown,
  type Destination,
  dirtyReasons,
  drawRandom,
  elementsNamed,
  hasImmediates,
  hasMetFrame,
  JobContext,
  type Look,
  letTimersRun,
  markDirty,
  nodeFetch,
  noteImports,
  noteRejection,
  onNetworkUse,
  onStrayError,
  openRequests,
  outsideJobs,
  type PageDocument,
  type PageHead,
  type PageParser,
  type ParserScripts,
  type Pending,
  pendingWork,
  planOf,
  type ShellPlan,
  setLoading,
  startClock,
  takeErrors,
  usesStyles,
  waitFor,
  waitForImport,
}

const window = install()
// Modules that are imported before the first page, such as KaTeX, check the document's mode.
window.document.prepend(window.document.implementation.createDocumentType('html', '', ''))
const baseline = baselineOf(window)

export const openDocument = pageDocuments(window)

/** The document must be empty. */
export const openPage = pageParsers(window)

/** Adds what pages reach of a kept module to what they must leave as it was. */
export const keepExports = (exports: object, classes: readonly Class[]): void =>
  baseline.keep(exports, classes)

/**
 * Evaluates a module. What a kept module changes and starts belongs to no page.
 */
export function evaluateModule<T>(work: () => T, isKept: boolean): T {
  if (!isKept) return asModule(work)
  noteChanges('wholly')
  try {
    return outsideJobs(() => forAllPages(() => baseline.keepNewOf(() => asModule(work))))
  } finally {
    if (isSealed && baseline.look('wholly').length > 0) baseline.take()
  }
}

/** Call it before modules of the app are imported. */
export const setRegion = (region: Region): void =>
  installRegion(globalThis as unknown as Record<string, unknown>, region)

const report = (error: unknown): void => reportTo(window, error)

export const uncaught = (error: unknown): void => attribute(window, error)

/** An uncaught error is a bug of the app, and no reason to end. Call it before its modules. */
export function catchErrors(): void {
  process.on('uncaughtException', uncaught)
  process.on('unhandledRejection', (reason, promise) => attributeRejection(window, reason, promise))
}

/** Of a worker whose pages have scripts of their own: no other pages are shown by it. */
export const { openRealm, expectScripts, beginScripts, endScripts } = scriptedPages(window, report)

const NOWHERE = 'http://localhost/'

/** The page's next timer. @param ticks Whether intervals and frames count. */
export const nextTimer = (ticks: boolean): NextTimer | undefined => nextTimerOf(report, ticks)

let isSealed = false

/** Whether nothing of the page is under way that could change its document. */
export const isQuiet = (): boolean =>
  pendingWork().length === 0 && hasNoTimers() && !hasErrors() && baseline.isUnwatched()

/** Makes the current state that of every page: call it when the app was evaluated once. */
export function seal(): void {
  isSealed = true
  baseline.reset()
  baseline.take()
  endStart()
}

/**
 * Evaluates modules before all pages, in a document: what they change of the language and the DOM,
 * such as polyfills, all pages have. What they start goes on.
 */
export async function evaluateFirst<T>(load: () => Promise<T>): Promise<T> {
  baseline.takeGlobals()
  beginElements()
  openDocument(planOf(BARE_SHELL), { tags: [], lang: undefined }, newOutlet())
  try {
    return await outsideJobs(load)
  } finally {
    await turn()
    baseline.reset()
    forgetElements()
    baseline.close('wholly')
  }
}

const newOutlet = () => window.document.createElement('hashbang-outlet')

/**
 * Begins an empty page. All code that runs until `end` is the page's.
 * @param url Its address. @param seed Seeds the random numbers. @param job What it may do.
 */
export function begin(url = NOWHERE, seed = url, job?: JobContext): void {
  if (!isSealed) seal()
  beginPage(baseline.goTo, { url, seed, job })
}

/** Tasks in which a page's last callbacks may run. */
const MOST_TASKS = 8

/**
 * Ends a page: lets unmounted views clean up, ends its timers, requests and elements, and looks
 * whether it changed what pages share. What cannot be taken back is in `dirtyReasons`.
 */
export async function end(job?: JobContext, look: Look = 'wholly'): Promise<void> {
  job?.close()
  // Runs one task at least: V8 keeps the targets of WeakRefs (happy-dom's caches) alive until a
  // task ends. A loop over microtasks would keep every rendered page in memory.
  let tasks = 0
  do await turn()
  while ((runLastTimers(report) || outsideWork().length > 0) && ++tasks < MOST_TASKS)
  const unwatch = watchPorts(() => markDirty('messages of a port that go on'))
  try {
    baseline.reset()
  } catch (error) {
    markDirty(`a document that cannot be emptied (${error})`)
  }
  // Callbacks of elements that were left.
  await turn()
  unwatch()
  if (outsideWork().length > 0) markDirty(`work that goes on: ${outsideWork().join(', ')}`)
  endTimers()
  setSeed(undefined)
  takeErrors()
  noteChanges(look)
  if (dirtyReasons().length > 0) return
  baseline.close(look).forEach(markDirty)
  forgetElements()
  // Clears `RegExp.$1` and similar traces of the last match.
  ;/^/.test('')
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Names told of a page; more add nothing. */
const MOST_NAMES = 5

function noteChanges(look: Look): void {
  if (!isSealed) return
  const changes = baseline.look(look)
  if (changes.length === 0) return
  const more = changes.length > MOST_NAMES ? ` and ${changes.length - MOST_NAMES} more` : ''
  whenChanged(
    `it changed what all pages share: ${changes.slice(0, MOST_NAMES).join(', ')}${more}. ` +
      "Change it in the app's module or in context(), which come before all pages, or keep the package that changes it",
  )
}

let whenChanged: (what: string) => void = markDirty

/**
 * In development, the changes of a page stay for later pages: builds of packages with checks change
 * built-ins at their first use, and a new worker would transform all modules again.
 */
export function keepChanges(tell: (what: string) => void): void {
  whenChanged = (what) => {
    baseline.take()
    tell(what)
  }
}
