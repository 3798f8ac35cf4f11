/**
 * SIDE EFFECT: importing this module installs a happy-dom window as the globals of this thread, with all fixes.
 * Import it before anything that reads `HTMLElement` or `document`, and never in a thread that is not a snapshot worker.
 * Out: `begin` and `end` of a render, and what the render left to tell. No render sees anything of the one before.
 * Renders are one at a time. Only this folder reaches happy-dom.
 */
import { setImmediate } from 'node:timers'
import type { Region } from '../pool/protocol.ts'
import { baselineOf } from './baseline.ts'
import { startClock } from './clock.ts'
import {
  asModule,
  type Destination,
  JobContext,
  outsideJobs,
  runModules,
  runPlain,
  scope,
} from './context.ts'
import {
  attribute,
  attributeRejection,
  noteRejection,
  report as reportTo,
  takeErrors,
  tellOfStrays,
} from './errors.ts'
import { goToFragment as goTo } from './fixes/history.ts'
import { declareRoots as declareShadowRoots } from './fixes/markup.ts'
import { customElementsShown } from './fixes/reactions.ts'
import { noteImports, waitForImport } from './imports.ts'
import { hearInlineHandlers as hearInlineHandlersOf } from './inline-handlers.ts'
import { install } from './install.ts'
import type { KeptObjects } from './kept-objects.ts'
import { installRegion } from './locale.ts'
import { nodeFetch, tellOfNetwork } from './network.ts'
import { beginOwn, endOwn } from './own-of-page.ts'
import { type PageDocument, type PageHead, pageDocuments, usesStyles } from './page-document.ts'
import { enterElements, forgetElements, ownElements } from './page-elements.ts'
import { elementsNamed, nameInDocument } from './page-names.ts'
import { type PageParser, type ParserScripts, pageParsers } from './page-parser.ts'
import { forgetPending, type Pending, pendingWork, waitFor } from './pending.ts'
import { randomOf, withSeed } from './random.ts'
import { BARE_SHELL, planOf, type ShellPlan } from './shell-plan.ts'
import { installTemplateCheck } from './template-check.ts'
import {
  beginState,
  beginTimers,
  endTimers,
  hasImmediates,
  letTimersRun,
  type NextTimer,
  nextTimer as nextTimerOf,
  ownRender,
  runLastTimers,
  shownJob,
} from './timers.ts'
import { asServer } from './trespass.ts'

export { emptyDocument } from './empty-document.ts'
export { type Outside, outsideOf } from './outside.ts'
export { findFilesBy } from './page-files.ts'
export { type FrameLoader, loadFramesBy } from './page-frames.ts'
export { runScriptsBy } from './page-scripts.ts'
export {
  BARE_SHELL,
  beginState,
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
  tellOfNetwork,
  tellOfStrays,
  usesStyles,
  waitFor,
  waitForImport,
}

installTemplateCheck(globalThis)
const window = install()
// A module that is imported before the first page asks in which mode it runs, as KaTeX does.
window.document.prepend(window.document.implementation.createDocumentType('html', '', ''))
const stays = new Set<string>()
const baseline = baselineOf(window, (left) => left.forEach(soil))

/** Puts a shell into the document, which must be empty, with the page's head and the outlet. */
export const openDocument = pageDocuments(window)

/** Begins to read a page that runs its own scripts; a render must have begun. The document is empty then. */
export const openPage = pageParsers(window)

/** What pages have left that cannot be taken back; a thread that has any must show no other page. */
export const soiled = (): readonly string[] => [...stays]

/** Notes what a page has left that cannot be taken back. */
export function soil(what: string): void {
  stays.add(what)
}

/** Takes the page that is shown to a fragment, in the place of where it is. */
export const goToFragment = (fragment: string): void => goTo(window, fragment)

/** What is there now is there for every page. Nothing of the app has been evaluated yet. */
export const { seal } = baseline

/** What came of evaluating modules for no page. */
export interface Evaluated<T> {
  readonly value: T
  /** Whether they have left something on the window. */
  readonly hasLeft: boolean
}

/** Evaluates modules for the thread, while it shows no page. What they leave on the window is taken back. */
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

/** Evaluates modules of the caller's job beside the page that is shown. What they make of random numbers is the same each time. */
export const besidePages = <T>(path: string, load: () => T): T => runModules(load, randomOf(path))

/**
 * Evaluates a module. Nothing that a kept one starts belongs to the page that has it evaluated. One that a loader imports may ask
 * for its document, as an app module may: the page is begun anew there.
 */
export function evaluateModule<T>(work: () => T, isKept: boolean): T {
  if (isKept) return baseline.kept.evaluate(() => outsideJobs(work))
  const own = scope()
  return own?.job && !own.isModule && !ownRender() ? asModule(work) : work()
}

/** Makes the text of a page that needs no document. */
export const asText = <T>(url: string, make: () => T): T => runPlain(make, randomOf(url))

/** Makes a region that of all pages; to be called before modules of the app are imported. */
export const setRegion = (region: Region): void =>
  installRegion(globalThis as unknown as Record<string, unknown>, region)

/** Takes what a kept module exports, and its classes, back to what they are now, when a page has changed them. */
export const keepExports: KeptObjects['add'] = (...all) => baseline.kept.add(...all)

/**
 * Whether code that asks for none of it would find anything of another page: of the one that is shown, if one is, or what loaders
 * have left on the window.
 */
export const isUntouched = (): boolean =>
  baseline.isSame() &&
  (shownJob() === undefined || asServer(() => localStorage.length + sessionStorage.length) === 0)

const report = (error: unknown): void => reportTo(window, error)

/** Tells of an error that nobody caught, to its own page or job alone. */
export const uncaught = (error: unknown): void => attribute(window, error)

/** Tells of a promise whose rejection nobody handles, in the same way. */
export const unhandled = (reason: unknown, promise: Promise<unknown>): void =>
  attributeRejection(window, reason, promise)

/** SIDE EFFECT: from here on attributes such as `onclick` are handlers. */
export const hearInlineHandlers = (): void => hearInlineHandlersOf(window, report)

/** Where a page is that shows no state. */
const NOWHERE = 'http://localhost/'

/** The timer of the page that is due first. @param ticks Whether intervals and frames count. */
export const nextTimer = (ticks: boolean): NextTimer | undefined => nextTimerOf(report, ticks)

/**
 * An empty page at `url`. Every timer that the caller's asynchronous context starts from here on ends with `end`.
 *
 * @param seed What its random numbers are drawn from.
 * @param look How closely built-ins are looked at: quickly, or also for what is hidden from enumeration.
 * @returns Whether code of other pages, or a loader of this one, had left something on what pages share. It is taken back.
 */
export function begin(url = NOWHERE, seed = url, look: 'quickly' | 'wholly' = 'quickly'): boolean {
  endTimers()
  seal()
  // What an earlier page has done since it ended, or what loaders have done. What empties the page is made of built-ins.
  const hadChanged = baseline.restoreBuiltIns(look)
  baseline.reset(url)
  const left = [...hadChanged, ...baseline.takeBack()]
  takeErrors()
  forgetPending()
  beginOwn(seed)
  beginTimers(randomOf(seed))
  return left.length > 0
}

/** How many tasks a page gets to undo itself. */
const LAST_TASKS = 8

/**
 * Lets views that have been unmounted undo the rest, stops what still ticks, and empties the page. What it cannot take back is
 * `soiled`.
 *
 * @returns What it takes back of built-ins, globals and kept modules, by name.
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

async function empty(): Promise<readonly string[]> {
  // One task at the least: happy-dom's caches hold WeakRefs, and V8 keeps their targets alive until a task ends. A loop
  // that only awaits microtasks would pile up every page it has ever rendered.
  let tasks = 0
  do await new Promise<void>((resolve) => setImmediate(resolve))
  while (runLastTimers(report) && ++tasks < LAST_TASKS)
  endTimers()
  const left = baseline.restoreBuiltIns('wholly')
  baseline.reset()
  return left
}
