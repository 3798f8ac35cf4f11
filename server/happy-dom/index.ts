/**
 * SIDE EFFECT: importing this module installs a happy-dom window as the globals of this thread, with all fixes of `dom/`.
 * Import it before anything that reads `HTMLElement` or `document`, and never in a thread that is not a snapshot worker.
 * Out: `begin` and `end` of a render, and what the render left to tell. Nothing of one render is visible to the next, but
 * for what a page cannot take back either: custom elements, patched prototypes, the state of modules.
 * Renders are one at a time. Only this module and `dom/` reach happy-dom.
 */
import { setImmediate } from 'node:timers'
import { setTimeout as nodeTimer } from 'node:timers/promises'
import { CHECK, type Check } from '../../src/html.ts'
import { checkTemplate } from '../html/check-template.ts'
import { plainPieces } from '../html/plain-templates.ts'
import type { Region } from '../pool/protocol.ts'
import { belongingsOf, sharedObjects } from './belongings.ts'
import { startClock } from './clock.ts'
import { constructorsOf } from './constructors.ts'
import { type Destination, JobContext, outsideJobs, runImport, runPlain, scope } from './context.ts'
import {
  attribute,
  attributeRejection,
  report as reportTo,
  takeErrors,
  tellOfStrays,
} from './errors.ts'
import { goToFragment as goTo } from './fixes/history.ts'
import { declareRoots as declareShadowRoots } from './fixes/markup.ts'
import { customElementsShown } from './fixes/reactions.ts'
import { globalsOf } from './globals.ts'
import { noteImports } from './imports.ts'
import { hearInlineHandlers as hearInlineHandlersOf } from './inline-handlers.ts'
import { install } from './install.ts'
import { installRegion } from './locale.ts'
import { nodeFetch, tellOfNetwork } from './network.ts'
import { type Outside, outsideOf } from './outside.ts'
import { type PageDocument, type PageHead, pageDocuments } from './page-document.ts'
import { findFilesBy } from './page-files.ts'
import { type FrameLoader, frameDocument, loadFramesBy } from './page-frames.ts'
import { elementsNamed, nameInDocument } from './page-names.ts'
import { type PageParser, type ParserScripts, pageParsers } from './page-parser.ts'
import { runScriptsBy } from './page-scripts.ts'
import { forgetPending, type Pending, pendingWork, waitFor } from './pending.ts'
import { randomOf, withSeed } from './random.ts'
import { resettable } from './reset.ts'
import { putBackStyles } from './shared-styles/shared-styles.ts'
import { usesStylesOf } from './shared-styles/used-rules.ts'
import { BARE_SHELL, planOf, type ShellPlan } from './shell-plan.ts'
import {
  beginState,
  beginTimers,
  endTimers,
  hasImmediates,
  inRender,
  type NextTimer,
  nextTimer as nextTimerOf,
  runLastTimers,
  shownJob,
} from './timers.ts'
import { asServer } from './trespass.ts'

export {
  BARE_SHELL,
  beginState,
  customElementsShown,
  type Destination,
  declareShadowRoots,
  elementsNamed,
  type FrameLoader,
  findFilesBy,
  frameDocument,
  hasImmediates,
  inRender,
  JobContext,
  loadFramesBy,
  nameInDocument,
  nodeFetch,
  noteImports,
  type Outside,
  outsideJobs,
  outsideOf,
  type PageDocument,
  type PageHead,
  type PageParser,
  type ParserScripts,
  type Pending,
  pendingWork,
  planOf,
  runScriptsBy,
  type ShellPlan,
  scope,
  startClock,
  takeErrors,
  tellOfNetwork,
  tellOfStrays,
  waitFor,
  withSeed,
}

const check: Check = (strings) => {
  checkTemplate(strings)
  return plainPieces(strings)
}
Object.assign(globalThis, { [CHECK]: check })
const window = install()
// A module that is imported before the first page asks in which mode it runs, as KaTeX does.
window.document.prepend(window.document.implementation.createDocumentType('html', '', ''))
const page = resettable(window)
const globals = globalsOf(window)
const constructors = constructorsOf(globalThis)
const belongings = Object.entries(sharedObjects(window)).map(([name, object]) =>
  belongingsOf(name, object),
)
const stays = new Set<string>()
let adopted = false

/** Puts a shell into the document, which must be empty, with the page's head and the outlet. */
export const openDocument = pageDocuments(window)

/** Begins to read a page that runs its own scripts; a render must have begun. The document is empty then. */
export const openPage = pageParsers(window)

/** What pages have left that cannot be taken back; a thread that has any must show no other page. */
export const soiled = (): readonly string[] => [...stays]

/** Notes what a page has left that cannot be taken back. */
export const soil = (what: string): void => void stays.add(what)

/** Takes the page that is shown to a fragment, in the place of where it is. */
export const goToFragment = (fragment: string): void => goTo(window, fragment)

/** What modules of the app have put on the objects of the window is theirs, and stays. */
function adopt(): void {
  adopted = true
  page.adopt()
  for (const one of belongings) one.adopt()
}

/** Whether the page has style sheets. */
export const usesStyles = (): boolean => usesStylesOf(document)

/** Imports a module of the app beside a page. What it makes of random numbers is the same in every thread. */
export const asModule = <T>(load: () => T): T => runImport(load, randomOf(String(load)))

/** Makes the text of a page that needs no document. */
export const asText = <T>(url: string, make: () => T): T => runPlain(make, randomOf(url))

/** Makes a region that of all pages; to be called before modules of the app are imported. */
export const setRegion = (region: Region): void =>
  installRegion(globalThis as unknown as Record<string, unknown>, region)

/** How many tasks a module gets for itself, once a thread. */
const IMPORT_TURNS = 2

/**
 * Imports a module of the app while no page is shown: what it defines stays, what it starts lives as long as it does.
 */
export async function importModule<T>(load: () => T): Promise<Awaited<T>> {
  if (!adopted) adopt()
  // What an earlier page has done since it ended is not the module's.
  reset(NOWHERE)
  asServer(() => putBackStyles(document.head))
  takeBack()
  const module = await asModule(load)
  // What it has put off until it is evaluated, as jQuery its telling that the document is ready, comes before its first page.
  for (let turn = 0; turn < IMPORT_TURNS; turn++) await nodeTimer(1)
  adopt()
  return module
}

/** Whether code that asks for none of it would find anything of the page that is shown, if one is: on the window, in storage. */
export const isUntouched = (): boolean =>
  shownJob() === undefined ||
  (globals.isClean() && localStorage.length + sessionStorage.length === 0)

function takeBack(): void {
  for (const one of belongings) for (const what of one.takeBack()) stays.add(what)
}

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
 */
export function begin(url = NOWHERE, at?: number, seed = url): void {
  endTimers()
  if (!adopted) adopt()
  reset(url)
  // What an earlier page has done since it ended.
  takeBack()
  takeErrors()
  forgetPending()
  globals.begin()
  constructors.adopt()
  beginTimers(randomOf(seed), at)
}

/** How many tasks a page gets to undo itself. */
const LAST_TASKS = 8

/**
 * Lets views that have been unmounted undo the rest, stops what still ticks, and empties the page. What it cannot take back is
 * `soiled`.
 */
export async function end(): Promise<void> {
  try {
    await empty()
  } catch (error) {
    stays.add(`a document that cannot be emptied (${error})`)
  }
  takeBack()
  for (const what of [...globals.end(), ...constructors.takeBack()]) stays.add(what)
}

async function empty(): Promise<void> {
  // One task at the least: happy-dom's caches hold WeakRefs, and V8 keeps their targets alive until a task ends. A loop
  // that only awaits microtasks would pile up every page it has ever rendered.
  let tasks = 0
  do await new Promise<void>((resolve) => setImmediate(resolve))
  while (runLastTimers(report) && ++tasks < LAST_TASKS)
  endTimers()
  reset()
}

/** @param url Default: where the page is. */
function reset(url?: string): void {
  for (const what of asServer(() => page.reset(url ?? document.location.href))) stays.add(what)
}
