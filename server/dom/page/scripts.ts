/**
 * Offers scripts to a runner when they are inserted or get content, repeatedly. Without a runner
 * none run.
 * Scripts of `innerHTML` are not offered, as in a browser.
 * https://html.spec.whatwg.org/multipage/scripting.html#prepare-the-script-element
 */
import { inner, S } from '../internals.ts'

/** Receives a script, which may be empty or already run. */
export type ScriptRunner = (script: HTMLScriptElement) => void

interface Inert {
  [S.disableEvaluation]?: boolean
}

let runner: ScriptRunner | undefined

export function runScriptsBy(given: ScriptRunner): void {
  runner = given
}

/** @returns Whether the runner handles it. */
export function offer(element: Element): boolean {
  if (runner === undefined || element.localName !== 'script') return false
  if (!inner<Inert>(element)[S.disableEvaluation]) runner(element as HTMLScriptElement)
  return true
}

export function makeInert(element: object): void {
  inner<Inert>(element)[S.disableEvaluation] = true
}
