/**
 * Opens and closes the pages of a process, one at a time, in its one window. Workers call it by the
 * door, `index.ts`.
 */
import process from 'node:process'
import { setImmediate } from 'node:timers'
import { install } from './install.ts'
import { type InnerDocument, type InnerWindow, inner } from './internals.ts'
import { inBackground } from './isolation/background.ts'
import { Baseline } from './isolation/baseline.ts'
import {
  attribute,
  attributeRejection,
  hasErrors,
  report as reportTo,
  takeErrors,
} from './isolation/errors.ts'
import type { Class } from './isolation/find-shared.ts'
import { watchPorts } from './isolation/message-ports.ts'
import type { PageContext } from './isolation/page-context.ts'
import { beginElements, forAllPages, forgetElements } from './isolation/page-elements.ts'
import { outsideWork, pendingWork } from './isolation/pending.ts'
import { asModule, setSeed } from './isolation/random.ts'
import { endStart, retireProcess, retireReasons } from './isolation/retire.ts'
import {
  endTimers,
  hasNoTimers,
  type NextTimer,
  nextPageTimer,
  runLastTimers,
} from './isolation/timers.ts'
import { PageParser, type ParserScripts } from './page/page-parser.ts'
import { PageDocument, type PageHead } from './page/shell-document.ts'
import { BARE_SHELL, planOf, type ShellPlan } from './page/shell-plan.ts'
import type { PageRealm } from './realm/realm.ts'
import { forgetLastMatch, type OpenRealm, RealmPages } from './realm/realm-pages.ts'
import { type Adapter, adapter } from './tree-adapter.ts'

let window: InnerWindow
let treeAdapter: Adapter
let baseline: Baseline
let realmPages: RealmPages

/**
 * SIDE EFFECT: installs a happy-dom window as the globals of the process, with all fixes, once.
 * Call it before modules that read `document` or `HTMLElement`.
 */
export function createWindow(): void {
  if (window) return
  window = install()
  // Modules that are imported before the first page, such as KaTeX, check the document's mode.
  window.document.prepend(window.document.implementation.createDocumentType('html', '', ''))
  treeAdapter = adapter(window, inner<InnerDocument>(window.document))
  baseline = new Baseline(window)
}

const report = (error: unknown): void => reportTo(window, error)

export const uncaught = (error: unknown): void => attribute(window, error)

/** An uncaught error is a bug of the app, and no reason to end. Call it before its modules. */
export function catchErrors(): void {
  process.on('uncaughtException', uncaught)
  process.on('unhandledRejection', (reason, promise) => attributeRejection(window, reason, promise))
}

export const keepExports = (exports: object, classes: readonly Class[]): void =>
  baseline.keepExports(exports, classes)

/** @param isKept Whether its changes and its work belong to all pages. */
export function evaluateModule<T>(work: () => T, isKept: boolean): T {
  if (!isKept) return asModule(work)
  const giveBack = isSealed ? baseline.setAside() : undefined
  try {
    return inBackground(() => forAllPages(() => baseline.globals.keepNewOf(() => asModule(work))))
  } finally {
    if (isSealed && baseline.changes().length > 0) baseline.take()
    giveBack?.()
  }
}

/**
 * Evaluates modules in a document, before all pages, which keep their changes, such as polyfills.
 */
export async function evaluateFirst<T>(load: () => Promise<T>): Promise<T> {
  baseline.globals.take()
  beginElements()
  const outlet = window.document.createElement('hashbang-outlet')
  fillDocument(planOf(BARE_SHELL), { tags: [], lang: undefined }, outlet)
  try {
    return await inBackground(load)
  } finally {
    await turn()
    baseline.page.reset()
    forgetElements()
    baseline.globals.restore(true)
  }
}

let isSealed = false

/** Makes the current state that of every page. Call it once the app was evaluated. */
export function seal(): void {
  isSealed = true
  baseline.page.reset()
  baseline.take()
  endStart()
}

const NOWHERE = 'http://localhost/'

/**
 * Opens an empty page: all code that runs until `close` is the page's.
 * @param seed Seeds the random numbers. @param context Its requests and navigations.
 */
export function open(url = NOWHERE, seed = url, context?: PageContext): void {
  if (!isSealed) seal()
  baseline.page.begin(url, seed, context)
}

/** Fills the document of the page, which must be empty, from a shell. */
export const fillDocument = (shell: ShellPlan, head: PageHead, outlet: Element): PageDocument =>
  new PageDocument(treeAdapter, shell, head, outlet)

/** Creates a parser that fills an empty document. @param document Default: the window's. */
export const createParser = (
  scripts: ParserScripts,
  document: Document = window.document,
): PageParser => new PageParser(window, scripts, document)

/** The page's next timer. @param ticks Whether intervals and frames count. */
export const nextTimer = (ticks: boolean): NextTimer | undefined => nextPageTimer(report, ticks)

/** Whether nothing is under way that could change the document. */
export const isQuiet = (): boolean =>
  pendingWork().length === 0 && hasNoTimers() && !hasErrors() && baseline.page.isUnwatched()

const MOST_TASKS = 8

/**
 * Closes the page: ends its work, empties the document, and puts back objects that pages share.
 * @returns Why the process must be replaced; empty: it can open another page.
 */
export async function close(context?: PageContext): Promise<readonly string[]> {
  context?.close()
  // One task at least: V8 keeps targets of WeakRefs (happy-dom's caches) until a task ends. A loop
  // over microtasks would keep every rendered page in memory.
  let tasks = 0
  do await turn()
  while ((runLastTimers(report) || outsideWork().length > 0) && ++tasks < MOST_TASKS)
  const unwatch = watchPorts(() => retireProcess('messages of a port that go on'))
  try {
    baseline.page.reset()
  } catch (error) {
    retireUnemptied(error)
  }
  // Callbacks of elements that were left.
  await turn()
  unwatch()
  if (outsideWork().length > 0) retireProcess(`work that goes on: ${outsideWork().join(', ')}`)
  endTimers()
  setSeed(undefined)
  takeErrors()
  reportChanges(baseline.restore())
  if (retireReasons().length === 0) {
    baseline.restoreGlobals().forEach(retireProcess)
    forgetElements()
    forgetLastMatch()
  }
  return retireReasons()
}

const retireUnemptied = (error: unknown): void =>
  retireProcess(`a document that cannot be emptied (${error})`)

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

const MOST_NAMES = 5

function reportChanges(changes: readonly string[]): void {
  if (changes.length === 0) return
  const more = changes.length > MOST_NAMES ? ` and ${changes.length - MOST_NAMES} more` : ''
  onChange(
    `it changed what all pages share: ${changes.slice(0, MOST_NAMES).join(', ')}${more}. ` +
      "Change it in the app's module or in context(), which come before all pages, or keep the package that changes it",
  )
}

let onChange: (message: string) => void = retireProcess

/**
 * Keeps the changes of a page for later pages. In development, packages change built-ins at their
 * first use, and a new worker would transform all modules again.
 */
export function keepChanges(listener: (message: string) => void): void {
  onChange = (message) => {
    baseline.take()
    listener(message)
  }
}

/** SIDE EFFECT: makes the worker one of pages with scripts of their own. */
export function prepareRealmPages(): void {
  realmPages = new RealmPages(window, baseline.page, report)
}

export const openRealmPage = (url: string, seed: string, context: PageContext): void =>
  realmPages.open(url, seed, context)

/** Opens the realm of the page. @param compile Compiles in the window or in one of its frames. */
export const openRealm = (
  platform: PropertyDescriptorMap,
  compile: PageRealm['compile'],
): OpenRealm => realmPages.openRealm(platform, compile)

/** @returns As `close` does. */
export async function closeRealmPage(): Promise<readonly string[]> {
  try {
    ;(await realmPages.close()).forEach(retireProcess)
  } catch (error) {
    retireUnemptied(error)
  }
  return retireReasons()
}
