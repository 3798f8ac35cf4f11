// Draws a page into the document: mount, settle, serialize. In: a page, an outlet that is new or holds an
// earlier page of the same route. Out: what the outlet shows as HTML. One drawing at a time: the document
// has one location, one title and one focus. Every page has a document of its own: an outlet that is kept is
// taken out with its page and put in again for the next, so that its views undo and do again what they do
// to the document, and nothing of theirs is there while others are drawn.

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
import { showsNothing, textLength } from '../html/shown-text.ts'
import { SerializeError, type Shadow, serializeChildren } from '../serialize/index.ts'
import { StyleScope } from '../serialize/scope.ts'
import { countFromZero } from './counted-ids.ts'
import { describe } from './error-text.ts'
import { settle } from './settle.ts'

/** A page to draw. */
export interface Drawing {
  readonly routes: Table
  readonly page: Page
  /** What it is shown in. */
  readonly shell: ShellPlan
  /** The pretty URL, for views that read the location. */
  readonly url: string
  readonly signal: AbortSignal
  /** How its shadow trees are written. */
  readonly shadow: Shadow
  /** When it is for the page, in ms on the clock of `performance.now()`. Default: now. */
  readonly at?: number
}

/** A page as it was drawn. */
export interface Drawn {
  /** What it was drawn into. */
  readonly outlet: HashbangOutlet
  /** The page given, or the failure that its view made of it. */
  readonly page: Page
  readonly body: string
  /** The rules of its shadow trees, as `<style>` elements. */
  readonly sheets: string
  /** What its views have changed outside of the outlet, if anything. */
  readonly outside: Outside | undefined
  /** How many characters of text the outlet shows. */
  readonly text: number
  /** Whether it has reported an error, or was not ready in time. */
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
 * @param kept Holds an earlier page of the same route. Default: a new outlet.
 * @param keep Whether its views are to stay mounted for another page; `dismiss` ends that.
 */
export async function renderPage(
  { routes, page: given, shell, url, signal, shadow, at }: Drawing,
  kept: HashbangOutlet | undefined,
  keep: boolean,
): Promise<Drawn> {
  const started = performance.now()
  begin(url, at)
  // Made after the render has begun: an element's first update runs in the context that it was made in.
  const outlet = kept ?? new HashbangOutlet()
  outlet.retained = keep
  try {
    outlet.page = given
    // A new view has its page before it is in the document; one that is used again must, too.
    if (kept) kept.showNow()
    const document = openDocument(shell, headOf(given, url), outlet)
    const fail = failing(routes, outlet, document, url)
    const mounted = await mount(given, outlet, fail)
    const pending = await settled(outlet, signal)
    const shown = performance.now()
    const errors = takeErrors()
    let html = await written(mounted, outlet, shadow, fail)
    let changed = outsideOf(document, shadow)
    if (errors.length > 0 && html.page.error === undefined && isEmpty(html.body, changed)) {
      html = await written(await fail(html.page, new Error(EMPTY)), outlet, shadow, fail)
      changed = outsideOf(document, shadow)
    }
    const { page, sheets, refused } = html
    const { body, outside } = withOwnCounts(html.body, changed)
    const serialized = performance.now()
    errors.push(...takeErrors())
    if (!keep) await unmount(outlet)
    return {
      outlet,
      page,
      body,
      sheets,
      outside,
      text: textLength(body),
      isAtFault: errors.length + pending.length > 0,
      warnings: [
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
  } finally {
    if (keep) outlet.remove()
    await end()
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

/** Ids do not tell how many pages the thread has shown. */
function withOwnCounts(html: string, shown: Outside | undefined) {
  const { edits = [], tags = [] } = shown ?? {}
  const pieces = [html, ...edits.map((edit) => edit.html), ...tags.map((tag) => tag.html)]
  const counted = countFromZero(pieces)
  if (counted === pieces || shown === undefined)
    return { body: counted[0] as string, outside: shown }
  const at = (index: number) => ({ html: counted[index + 1] as string })
  const outside = {
    ...shown,
    edits: edits.map((edit, index) => ({ ...edit, ...at(index) })),
    tags: shown.tags?.map((tag, index) => ({ ...tag, ...at(edits.length + index) })),
  }
  return { body: counted[0] as string, outside }
}

/** Takes the views out while the document is whole. One that throws has left its library in a state that nobody knows. */
async function unmount(outlet: HashbangOutlet): Promise<void> {
  outlet.retained = false
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

/** Unmounts the views of an outlet that was kept. */
export async function dismiss(outlet: HashbangOutlet): Promise<void> {
  begin()
  try {
    await unmount(outlet)
  } finally {
    await end()
  }
}

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
  (routes: Table, outlet: HashbangOutlet, document: PageDocument, url: string): Fail =>
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
