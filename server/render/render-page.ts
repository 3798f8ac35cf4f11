// Draws a page: opens its document, lets its views mount and settle, and writes down what they show. One drawing at a time: the
// document has one location, one title and one focus. In: where the page is, and what makes it. Out: what it shows as HTML.

import type { Table } from '../../src/define-routes.ts'
import { HashbangOutlet } from '../../src/dom/outlet.ts'
import { headTags } from '../../src/head.ts'
import type { Page } from '../../src/page.ts'
import {
  begin,
  end,
  JobContext,
  type Outside,
  openDocument,
  outsideOf,
  type PageDocument,
  type PageHead,
  type ShellPlan,
  soil,
  takeErrors,
  usesStyles,
} from '../happy-dom/index.ts'
import { machineNow } from '../happy-dom/machine-time.ts'
import { showsNothing, textLength } from '../html/shown-text.ts'
import { endUnfinished, resetCounters } from '../modules/counters.ts'
import { SerializeError, type Shadow, serializeChildren } from '../serialize/index.ts'
import { StyleScope } from '../serialize/scope.ts'
import { describe } from './error-text.ts'
import type { Look } from './leftovers.ts'
import { settle } from './settle.ts'

/** Where a page is drawn. */
export interface Drawing {
  /** What it is shown in. */
  readonly shell: ShellPlan
  /** The pretty URL, for views that read the location. */
  readonly url: string
  readonly signal: AbortSignal
  /** How its shadow trees are written. */
  readonly shadow: Shadow
}

/** Who hears what is left on what pages share. */
export interface Listener {
  /** How closely what loaders have left is looked for before the page begins. */
  readonly look: Look
  /** Told what the page itself, or a loader of another, has left there when it ends. */
  hear(left: readonly string[]): void
}

/** A page, and the table that says what stands in for it when it fails. */
export interface Subject {
  readonly page: Page
  readonly routes: Pick<Table, 'fail'>
}

/** A page as it was drawn. */
export interface Drawn {
  /** The page given, or the failure that its view made of it. */
  readonly page: Page
  readonly body: string
  /** The rules of its shadow trees, as `<style>` elements. */
  readonly sheets: string
  /** What its views have changed outside of the outlet, if anything. */
  readonly outside: Outside | undefined
  /** How many characters of text the outlet shows. */
  readonly text: number
  /** Whether it has reported an error, lacks an answer, or was not ready in time. */
  readonly isAtFault: boolean
  /** What went wrong and did not stop it. */
  readonly warnings: readonly string[]
  /** ms until it had settled. */
  readonly dom: number
  /** ms that serializing took. */
  readonly serialize: number
}

/**
 * Draws a page.
 *
 * @param make Makes the page, in its document; its modules are evaluated there. It is told whether a loader, or another page, had
 *   left something on what pages share. What is no page ends the drawing.
 */
export async function renderPage<Other extends object | undefined>(
  drawing: Drawing,
  make: (isLeft: boolean) => Promise<Subject | Other>,
  { look, hear }: Listener,
): Promise<Drawn | Other> {
  const { shell, url } = drawing
  const isLeft = begin(url, url, look)
  resetCounters()
  // Created after the render has begun: an element's first update runs in the context that it was created in.
  const outlet = new HashbangOutlet()
  try {
    const document = openDocument(shell, NO_HEAD, outlet)
    for (const call of JobContext.current?.early.splice(0) ?? []) call()
    const subject = await make(isLeft)
    if (!isSubject(subject)) return subject
    return await draw(drawing, subject, document, outlet)
  } finally {
    hear(await end())
    endUnfinished()
  }
}

const NO_HEAD: PageHead = { tags: [], lang: undefined }

const isSubject = (made: object | undefined): made is Subject =>
  made !== undefined && 'page' in made && 'routes' in made

async function draw(
  { url, signal, shadow }: Drawing,
  { page: given, routes }: Subject,
  document: PageDocument,
  outlet: HashbangOutlet,
): Promise<Drawn> {
  const started = machineNow()
  document.say(headOf(given, url))
  outlet.page = given
  const fail = failing(routes, outlet, document, url)
  const mounted = await mount(given, outlet, fail)
  const pending = await settled(outlet, signal)
  const shown = machineNow()
  const errors = takeErrors()
  let html = await written(mounted, outlet, shadow, fail)
  let outside = outsideOf(document, shadow)
  if (errors.length > 0 && html.page.error === undefined && isEmpty(html.body, outside)) {
    html = await written(await fail(html.page, new Error(EMPTY)), outlet, shadow, fail)
    outside = outsideOf(document, shadow)
  }
  const { page, body, sheets, refused } = html
  const serialized = machineNow()
  errors.push(...takeErrors())
  await unmount(outlet)
  const unanswered = JobContext.current?.takeUnanswered() ?? []
  return {
    ...{ page, body, sheets, outside, text: textLength(body) },
    isAtFault: errors.length + pending.length + unanswered.length > 0,
    warnings: [
      ...unanswered,
      ...refused,
      ...(outside?.refused ?? []),
      ...(JobContext.current?.isLeaving ? ['it has sent its readers elsewhere'] : []),
      ...pending.map((what) => `still pending at the deadline: ${what}`),
      ...errors.map((error) => `reported by the page: ${describe(error)}`),
      ...takeErrors().map((error) => `reported when it was unmounted: ${describe(error)}`),
    ],
    dom: shown - started,
    serialize: serialized - shown,
  }
}

/** Waits until the outlet shows all that it will, or its views have sent the reader elsewhere. @returns See `settle`. */
async function settled(outlet: HashbangOutlet, signal: AbortSignal): Promise<string[]> {
  const job = JobContext.current
  for (;;) {
    const { leaving = signal } = job ?? {}
    const pending = await settle(outlet, AbortSignal.any([signal, leaving]))
    if (signal.aborted || !leaving.aborted || job?.isLeaving) return pending
  }
}

const EMPTY = 'The page shows nothing, and has reported an error'

const isEmpty = (body: string, outside: Outside | undefined): boolean =>
  showsNothing(body) && (outside?.edits ?? []).every(({ html }) => showsNothing(html))

/** Takes the views out while the document is whole. One that throws has left its library in a state that nobody knows. */
async function unmount(outlet: HashbangOutlet): Promise<void> {
  outlet.page = null
  outlet.showNow()
  try {
    await outlet.updateComplete
  } catch (error) {
    soil(`a view that could not be unmounted (${describe(error)})`)
  }
}

const headOf = ({ head }: Page, url: string): PageHead => ({
  tags: headTags(head, url),
  lang: head.lang,
})

// A view that throws while it is mounted makes another page of the state: the failure.
async function mount(page: Page, outlet: HashbangOutlet, fail: Fail): Promise<Page> {
  try {
    await outlet.updateComplete
    return page
  } catch (error) {
    return fail(page, error)
  }
}

/** Shows the failure that an error makes of a page. */
type Fail = (page: Page, error: unknown) => Promise<Page>

const failing =
  (routes: Subject['routes'], outlet: HashbangOutlet, document: PageDocument, url: string): Fail =>
  async (page, error) => {
    const failure = await routes.fail(page.state, error)
    outlet.page = failure
    document.say(headOf(failure, url))
    await outlet.updateComplete.catch(() => outlet.replaceChildren())
    return failure
  }

// A tree that HTML cannot say is shown as near as can be; one that cannot be shown safely is a failure.
async function written(page: Page, outlet: HashbangOutlet, shadow: Shadow, fail: Fail) {
  const scope = new StyleScope(isStyled())
  const done = (page: Page, body: string, ...refused: string[]) => {
    return { page, body, sheets: scope.html(), refused: [...refused, ...scope.refused] }
  }
  try {
    return done(page, serializeChildren(outlet, { scope, shadow }))
  } catch (error) {
    if (!(error instanceof SerializeError)) throw error
    if (error.html !== undefined) return done(page, error.html, error.message)
    const failure = await fail(page, error)
    return done(failure, serializeChildren(outlet, { scope, shadow }))
  }
}

/** Whether the page has style sheets of its own. */
const isStyled = (): boolean => (JobContext.current?.styles.size ?? 0) > 0 || usesStyles()
