/**
 * Opens and closes the pages of a process, one at a time, in its one window. Workers call it by the
 * door, `index.ts`.
 */
import process from 'node:process'
import { setImmediate } from 'node:timers'
import { once } from '../diagnostics/runtime/once.ts'
import { install } from './install.ts'
import { inBackground } from './isolation/background.ts'
import { Baseline } from './isolation/baseline.ts'
import { attribute, attributeRejection, hasErrors, report as reportTo } from './isolation/errors.ts'
import type { Class } from './isolation/find-shared.ts'
import { watchPorts } from './isolation/message-ports.ts'
import type { PageContext } from './isolation/page-context.ts'
import { forAllPages } from './isolation/page-elements.ts'
import { PageState } from './isolation/page-state.ts'
import { outsideWork, pendingWork } from './isolation/pending.ts'
import { asModule } from './isolation/random.ts'
import { retireProcess, retireReasons } from './isolation/retire.ts'
import {
  hasNoTimers,
  type NextTimer,
  nextPageTimer,
  runLastTimers,
  type TimerKind,
} from './isolation/timers.ts'
import { PageParser, type ParserScripts } from './page/page-parser.ts'
import { PageDocument, type PageHead } from './page/shell-document.ts'
import { BARE_SHELL, planOf, type ShellPlan } from './page/shell-plan.ts'
import type { PageRealm } from './realm/realm.ts'
import { clearLastMatch, type OpenRealm, RealmPages } from './realm/realm-pages.ts'
import { TreeBuilder } from './tree-builder.ts'

const installed = once(() => {
  const window = install()
  // Modules that are imported before the first page, such as KaTeX, check the document's mode.
  window.document.prepend(window.document.implementation.createDocumentType('html', '', ''))
  return {
    window,
    treeAdapter: new TreeBuilder(window, window.document),
    baseline: new Baseline(window),
    onChange: retireProcess,
  }
})

/**
 * SIDE EFFECT: installs a happy-dom window as the globals of the process, with all fixes, once.
 * Call it before modules that read `document` or `HTMLElement`.
 */
export function createWindow(): void {
  installed()
}

const report = (error: unknown): void => reportTo(installed().window, error)

export const uncaught = (error: unknown): void => attribute(installed().window, error)

/** An uncaught error is a bug of the app, and no reason to end. Call it before its modules. */
export function catchErrors(): void {
  process.on('uncaughtException', uncaught)
  process.on('unhandledRejection', (reason, promise) =>
    attributeRejection(installed().window, reason, promise),
  )
}

/** @param onStuck Called when a page has changed them for good. Default: the process ends. */
export const keepExports = (
  exports: object,
  classes: readonly Class[],
  onStuck?: () => void,
): void => installed().baseline.keepExports(exports, classes, onStuck)

/** @param isKept Whether its changes and its work belong to all pages. */
export function evaluateModule<T>(work: () => T, isKept: boolean): T {
  if (!isKept) return asModule(work)
  const { baseline } = installed()
  const { isTaken } = baseline
  const giveBack = isTaken ? baseline.setAside() : undefined
  try {
    return inBackground(() => forAllPages(() => baseline.globals.keepNewOf(() => asModule(work))))
  } finally {
    if (isTaken && baseline.changes().length > 0) baseline.take()
    giveBack?.()
  }
}

/**
 * Evaluates modules in a document, before all pages, which keep their changes, such as polyfills.
 */
export async function evaluateFirst<T>(load: () => Promise<T>): Promise<T> {
  const { baseline, window } = installed()
  baseline.globals.take()
  new PageState('first').enter()
  const outlet = window.document.createElement('hashbang-outlet')
  fillDocument(planOf(BARE_SHELL), { tags: [], lang: undefined }, outlet)
  try {
    return await inBackground(load)
  } finally {
    await turn()
    baseline.page.reset()
    baseline.globals.restore(true)
    new PageState('start').enter()
  }
}

/** Makes the current state that of every page. Call it once the app was evaluated. */
export function seal(): void {
  const { baseline } = installed()
  baseline.page.reset()
  baseline.take()
  new PageState('over').enter()
}

const NOWHERE = 'http://localhost/'

/**
 * Opens an empty page: all code that runs until `close` is the page's.
 * @param seed Seeds the random numbers. @param context Its requests and navigations.
 */
export function open(url = NOWHERE, seed = url, context?: PageContext): void {
  const { baseline } = installed()
  if (!baseline.isTaken) seal()
  baseline.page.begin(url, seed, context)
}

/** Fills the document of the page, which must be empty, from a shell. */
export const fillDocument = (shell: ShellPlan, head: PageHead, outlet: Element): PageDocument =>
  new PageDocument(installed().treeAdapter, shell, head, outlet)

/** Creates a parser that fills an empty document. @param document Default: the window's. */
export const createParser = (
  scripts: ParserScripts,
  document: Document = installed().window.document,
): PageParser => new PageParser(installed().window, scripts, document)

/** The page's next timer. */
export const nextTimer = (kind: TimerKind = 'any'): NextTimer | undefined =>
  nextPageTimer(report, kind)

/** Whether nothing is under way that could change the document. */
export const isQuiet = (): boolean =>
  pendingWork().length === 0 &&
  hasNoTimers() &&
  !hasErrors() &&
  installed().baseline.page.isUnwatched()

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
  const { baseline } = installed()
  watchPorts(() => retireProcess('messages of a port that go on'))
  try {
    baseline.page.reset()
  } catch (error) {
    retireUnemptied(error)
  }
  await turn()
  if (outsideWork().length > 0) retireProcess(`work that goes on: ${outsideWork().join(', ')}`)
  reportChanges(baseline.restore())
  if (retireReasons().length === 0) baseline.restoreGlobals().forEach(retireProcess)
  new PageState('over').enter()
  clearLastMatch()
  return retireReasons()
}

const retireUnemptied = (error: unknown): void =>
  retireProcess(`a document that cannot be emptied (${error})`)

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

const MOST_NAMES = 5

function reportChanges(changes: readonly string[]): void {
  if (changes.length === 0) return
  const more = changes.length > MOST_NAMES ? ` and ${changes.length - MOST_NAMES} more` : ''
  installed().onChange(
    `it changed what all pages share: ${changes.slice(0, MOST_NAMES).join(', ')}${more}. ` +
      "Change it in the app's module or in context(), which come before all pages, or keep the package that changes it",
  )
}

/**
 * Keeps the changes of a page for later pages. In development, packages change built-ins at their
 * first use, and a new worker would transform all modules again.
 */
export function keepChanges(listener: (message: string) => void): void {
  installed().onChange = (message) => {
    installed().baseline.take()
    listener(message)
  }
}

const realmPages = once(() => {
  const { window, baseline } = installed()
  return new RealmPages(window, baseline.page, report)
})

/** SIDE EFFECT: makes the worker one of pages with scripts of their own. */
export function prepareRealmPages(): void {
  realmPages()
}

export const openRealmPage = (url: string, seed: string, context: PageContext): void =>
  realmPages().open(url, seed, context)

/** Opens the realm of the page. @param compile Compiles in the window or in one of its frames. */
export const openRealm = (
  platform: PropertyDescriptorMap,
  compile: PageRealm['compile'],
): OpenRealm => realmPages().openRealm(platform, compile)

/** @returns As `close` does. */
export async function closeRealmPage(): Promise<readonly string[]> {
  try {
    ;(await realmPages().close()).forEach(retireProcess)
  } catch (error) {
    retireUnemptied(error)
  }
  return retireReasons()
}
