/**
 * SIDE EFFECT: importing this module installs a happy-dom window as the globals of this thread,
 * with all fixes.
 * Import it before modules that read `HTMLElement` or `document`, and only in a snapshot worker.
 * Renders run one at a time and are isolated from each other. Only this folder imports happy-dom.
 */
import { setImmediate } from 'node:timers'
import { forgetInlineHandlers, installInlineHandlers } from './additions/inline-handlers.ts'
import { declareRoots as declareShadowRoots } from './fixes/markup.ts'
import { customElementsShown } from './fixes/reactions.ts'
import { install } from './install.ts'
import { baselineOf } from './isolation/baseline.ts'
import { startClock } from './isolation/clock.ts'
import {
  asModule,
  type Destination,
  JobContext,
  outsideJobs,
  runModules,
  runPlain,
  scope,
} from './isolation/context.ts'
import { asServer } from './isolation/document-access.ts'
import {
  attribute,
  attributeRejection,
  noteRejection,
  onStrayError,
  report as reportTo,
  takeErrors,
} from './isolation/errors.ts'
import { noteImports, waitForImport } from './isolation/imports.ts'
import type { KeptObjects } from './isolation/kept-objects.ts'
import { installRegion, type Region } from './isolation/locale.ts'
import { nodeFetch, onNetworkUse } from './isolation/network.ts'
import { beginOwn, endOwn } from './isolation/own-of-page.ts'
import { enterElements, forgetElements, ownElements } from './isolation/page-elements.ts'
import { forgetPending, type Pending, pendingWork, waitFor } from './isolation/pending.ts'
import { randomOf, withSeed } from './isolation/random.ts'
import { forgetRegistries } from './isolation/registries.ts'
import { onUnownedTimer } from './isolation/timer-globals.ts'
import {
  beginTimers,
  endTimers,
  endTimersForGood,
  hasImmediates,
  letTimersRun,
  type NextTimer,
  nextTimer as nextTimerOf,
  ownRender,
  runLastTimers,
  shownJob,
} from './isolation/timers.ts'
import { type PageDocument, type PageHead, pageDocuments, usesStyles } from './page/document.ts'
import { elementsNamed, nameInDocument } from './page/names.ts'
import { type PageParser, type ParserScripts, pageParsers } from './page/parser.ts'
import { BARE_SHELL, planOf, type ShellPlan } from './page/shell-plan.ts'

export { emptyDocument } from './page/empty-document.ts'
export { findFilesBy } from './page/files.ts'
export { type FrameLoader, loadFramesBy } from './page/frames.ts'
export { runScriptsBy } from './page/scripts.ts'
export {
  BARE_SHELL,
  customElementsShown,
  type Destination,
  declareShadowRoots,
  elementsNamed,
  hasImmediates,
  JobContext,
  letTimersRun,
  nameInDocument,
  nodeFetch,
  noteImports,
  noteRejection,
  onNetworkUse,
  onStrayError,
  outsideJobs,
  type PageDocument,
  type PageHead,
  type PageParser,
  type ParserScripts,
  type Pending,
  pendingWork,
  planOf,
  type ShellPlan,
  scope,
  startClock,
  takeErrors,
  usesStyles,
  waitFor,
  waitForImport,
}

const window = install()
// Modules that are imported before the first page, such as KaTeX, check the document's mode.
window.document.prepend(window.document.implementation.createDocumentType('html', '', ''))
const stays = new Set<string>()
const baseline = baselineOf(window, (left) => left.forEach(markDirty))

export const openDocument = pageDocuments(window)

/** The document must be empty. */
export const openPage = pageParsers(window)

/**
 * Changes that pages left and that cannot be undone. If there are any, the thread must show no
 * other page.
 */
export const dirtyReasons = (): readonly string[] => [...stays]

export function markDirty(what: string): void {
  stays.add(what)
}

/** Makes the current state the baseline of every page. Call it before app code is evaluated. */
export const { seal } = baseline

export interface Evaluated<T> {
  readonly value: T
  readonly hasLeft: boolean
}

/** Evaluates modules for the thread while it shows no page. Undoes their changes to the window. */
export async function evaluateApart<T>(load: () => Promise<T>): Promise<Evaluated<T>> {
  enterElements(ownElements())
  try {
    const value = await outsideJobs(() => withSeed(load))
    return { value, hasLeft: !isUntouched() }
  } finally {
    forgetElements()
    baseline.reset(NOWHERE)
    baseline.takeBack()
  }
}

/**
 * Evaluates modules of the caller's job beside the shown page. Their random numbers are repeatable.
 */
export const besidePages = <T>(path: string, load: () => T): T => runModules(load, randomOf(path))

/**
 * Evaluates a module. Timers and requests of a kept module do not belong to the page. A module that
 * a loader imports may need its document: the page begins anew there.
 */
export function evaluateModule<T>(work: () => T, isKept: boolean): T {
  if (isKept) return baseline.kept.evaluate(() => outsideJobs(work))
  const own = scope()
  return own?.job && !own.isModule && !ownRender() ? asModule(work) : work()
}

export const asText = <T>(url: string, make: () => T): T => runPlain(make, randomOf(url))

/** Call it before modules of the app are imported. */
export const setRegion = (region: Region): void =>
  installRegion(globalThis as unknown as Record<string, unknown>, region)

export const keepExports: KeptObjects['add'] = (...all) => baseline.kept.add(...all)

/** Whether code would find nothing of another page, or of a loader, on the window. */
export const isUntouched = (): boolean =>
  baseline.isSame() &&
  (shownJob() === undefined || asServer(() => localStorage.length + sessionStorage.length) === 0)

const report = (error: unknown): void => reportTo(window, error)

export const uncaught = (error: unknown): void => attribute(window, error)

export const unhandled = (reason: unknown, promise: Promise<unknown>): void =>
  attributeRejection(window, reason, promise)

/**
 * SIDE EFFECT: from now on pages run their own scripts. Attributes such as `onclick` are handlers,
 * and everything that scripts can reach is restored after each page. The current state is the
 * baseline.
 */
export function expectScripts(): void {
  installInlineHandlers(window, report)
  forgetRegistries(globalThis)
  onUnownedTimer(() => markDirty('a timer of which nobody knows whose it is'))
  baseline.sealWholly()
}

const NOWHERE = 'http://localhost/'

/** The page's next timer. @param ticks Whether intervals and frames count. */
export const nextTimer = (ticks: boolean): NextTimer | undefined => nextTimerOf(report, ticks)

/**
 * Begins an empty page at `url`. `end` stops every timer that the caller's asynchronous context
 * starts.
 *
 * @param seed Seeds the random numbers.
 * @param look How closely built-ins are compared: quickly, or including hidden properties.
 * @returns Whether other pages, or a loader of this one, had left changes. They are undone.
 */
export function begin(url = NOWHERE, seed = url, look: 'quickly' | 'wholly' = 'quickly'): boolean {
  endTimers()
  seal()
  // Undoes changes since the last page ended. Emptying the page relies on built-ins.
  const hadChanged = baseline.restoreBuiltIns(look)
  baseline.reset(url)
  const left = [...hadChanged, ...baseline.takeBack()]
  takeErrors()
  forgetPending()
  beginOwn(seed)
  beginTimers(randomOf(seed))
  return left.length > 0
}

const LAST_TASKS = 8

/**
 * Ends a page: lets unmounted views clean up, stops timers and empties the document. Changes that
 * cannot be undone are in `dirtyReasons`.
 *
 * @returns The names of restored built-ins, globals and kept modules.
 */
export async function end(): Promise<readonly string[]> {
  let left: readonly string[] = []
  try {
    left = await empty()
  } catch (error) {
    stays.add(`a document that cannot be emptied (${error})`)
  }
  endOwn()
  return [...left, ...baseline.takeBack()]
}

/**
 * Ends a page with its own scripts at once, without events. Pending work and changes that cannot be
 * undone are in `dirtyReasons`.
 */
export async function endScripts(): Promise<void> {
  const waiting = pendingWork().map(({ what }) => what)
  if (waiting.length > 0) markDirty(`what it still waits for: ${waiting.join(', ')}`)
  endTimersForGood()
  try {
    baseline.restoreBuiltIns('wholly')
    baseline.reset()
    for (let turn = 0; turn < LAST_TURNS; turn++)
      await new Promise<void>((resolve) => setImmediate(resolve))
    baseline.restoreBuiltIns('wholly')
    baseline.reset()
  } catch (error) {
    markDirty(`a document that cannot be emptied (${error})`)
  }
  forgetInlineHandlers()
  forgetPending()
  endOwn()
  baseline.takeBack()
}

const LAST_TURNS = 2

async function empty(): Promise<readonly string[]> {
  // Runs one task at least: V8 keeps the targets of WeakRefs (happy-dom's caches) alive until a
  // task ends. A loop over microtasks would keep every rendered page in memory.
  let tasks = 0
  do await new Promise<void>((resolve) => setImmediate(resolve))
  while (runLastTimers(report) && ++tasks < LAST_TASKS)
  endTimers()
  const left = baseline.restoreBuiltIns('wholly')
  baseline.reset()
  return left
}
