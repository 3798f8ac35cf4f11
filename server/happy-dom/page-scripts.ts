/**
 * Who runs the scripts of a page. In: a runner, where the worker shows a site's own pages. Out: the runner is offered every
 * script that comes into the document, or gets something to run while it is there, as often as that happens; without a runner
 * none is run. Scripts of `innerHTML` are never offered: a browser does not run them.
 * https://html.spec.whatwg.org/multipage/scripting.html#prepare-the-script-element
 */
import { inner, S } from './internals.ts'

/** Is offered a script. It may be one that has been run, or has nothing to run. */
export type ScriptRunner = (script: HTMLScriptElement) => void

interface Inert {
  [S.disableEvaluation]?: boolean
}

let runner: ScriptRunner | undefined

/** From here on scripts run, by this runner. */
export function runScriptsBy(given: ScriptRunner): void {
  runner = given
}

/** Offers an element to the runner. @returns Whether its fate is the runner's. */
export function offer(element: Element): boolean {
  if (runner === undefined || element.localName !== 'script') return false
  if (!inner<Inert>(element)[S.disableEvaluation]) runner(element as HTMLScriptElement)
  return true
}

/** What the element names is neither loaded nor run. */
export function makeInert(element: object): void {
  inner<Inert>(element)[S.disableEvaluation] = true
}
