// Draws a page: opens its document, mounts its views, waits until they settle, and writes the HTML.
// One page at a time: the document has one location, title and focus.

import { HashbangOutlet } from '../../../src/dom/outlet.ts'
import { headTags } from '../../../src/head.ts'
import type { Page } from '../../../src/resolution.ts'
import type { Table } from '../../../src/table.ts'
import { hiddenNodes } from '../../dom/additions/hidden-nodes.ts'
import {
  begin,
  end,
  JobContext,
  markDirty,
  openDocument,
  type PageDocument,
  type PageHead,
  type ShellPlan,
  takeErrors,
  usesStyles,
} from '../../dom/index.ts'
import { machineNow } from '../../dom/isolation/machine-time.ts'
import { showsNothing, textLength } from '../../html/shown-text.ts'
import { endUnfinished, resetCounters } from '../modules/counters.ts'
import { SerializeError, type SerializeOptions, type Shadow } from '../serialize/error.ts'
import { serializeChildren } from '../serialize/index.ts'
import { StyleScope } from '../serialize/scope.ts'
import { describe } from './error-text.ts'
import type { Look } from './leftovers.ts'
import type { ReadSheets } from './linked-sheets.ts'
import { type Outside, outsideOf } from './outside.ts'
import { settle } from './settle.ts'

export interface Drawing {
  readonly shell: ShellPlan
  /** The pretty URL, for views that read the location. */
  readonly url: string
  readonly signal: AbortSignal
  readonly shadow: Shadow
  /** Leaves out what style sheets hide. Default: nothing is left out. */
  readonly readSheets?: ReadSheets | undefined
}

export interface Listener {
  /** How thoroughly loaders' side effects are checked before the page begins. */
  readonly look: Look
  /** Receives side effects of the page, or of another page's loader, at its end. */
  hear(left: readonly string[]): void
}

/** A page with the table that provides its error view. */
export interface Subject {
  readonly page: Page
  readonly routes: Pick<Table, 'fail'>
}

export interface Drawn {
  /** The given page, or the failure page after a view's error. */
  readonly page: Page
  readonly body: string
  /** The rules of its shadow trees, as `<style>` elements. */
  readonly sheets: string
  readonly outside: Outside | undefined
  readonly text: number
  /** Whether it reported an error, lacks a response, or was not ready in time. */
  readonly isAtFault: boolean
  /** Faults that did not stop it. */
  readonly warnings: readonly string[]
  /** ms until it had settled. */
  readonly dom: number
  /** ms of serializing. */
  readonly serialize: number
}

/**
 * Draws a page.
 * @param make Creates the page in its document, where its modules are evaluated. Its argument:
 * whether a loader or another page left a side effect on shared globals. A result that is no page
 * ends the drawing.
 */
export async function renderPage<Other extends object | undefined>(
  drawing: Drawing,
  make: (isLeft: boolean) => Promise<Subject | Other>,
  { look, hear }: Listener,
): Promise<Drawn | Other> {
  const { shell, url } = drawing
  const isLeft = begin(url, url, look)
  resetCounters()
  // Create it after the render has begun: an element's first update runs in the context of its
  // creation.
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
  { url, signal, shadow, readSheets }: Drawing,
  { page: given, routes }: Subject,
  document: PageDocument,
  outlet: HashbangOutlet,
): Promise<Drawn> {
  const started = machineNow()
  document.say(headOf(given, url))
  outlet.page = given
  const fail = failing(routes, outlet, document, url)
  const mounted = await mount(given, outlet, fail)
  const linked = await readSheets?.(sheetUrls())
  const pending = await settled(outlet, signal)
  const omit = linked && hiddenNodes(globalThis.document, linked)
  const shown = machineNow()
  const errors = takeErrors()
  let html = await written(mounted, outlet, { shadow, omit }, fail)
  let outside = outsideOf(document, { shadow, omit })
  if (errors.length > 0 && html.page.error === undefined && isEmpty(html.body, outside)) {
    html = await written(await fail(html.page, new Error(EMPTY)), outlet, { shadow }, fail)
    outside = outsideOf(document, { shadow })
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

/** The sheets of the document's links and of the views' imports. */
const sheetUrls = (): string[] => [
  ...Array.from(document.querySelectorAll('link[rel~="stylesheet"]'), (link) =>
    String(link.getAttribute('href')),
  ),
  ...(JobContext.current?.styles ?? []),
]

/** Waits until the outlet is complete, or its views navigate away. @returns See `settle`. */
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

/**
 * Unmounts the views while the document is whole. If a view throws, its library's state is unknown.
 */
async function unmount(outlet: HashbangOutlet): Promise<void> {
  outlet.page = null
  outlet.showNow()
  try {
    await outlet.updateComplete
  } catch (error) {
    markDirty(`a view that could not be unmounted (${describe(error)})`)
  }
}

const headOf = ({ head }: Page, url: string): PageHead => ({
  tags: headTags(head, url),
  lang: head.lang,
})

// A view that throws while it mounts turns the page into a failure.
async function mount(page: Page, outlet: HashbangOutlet, fail: Fail): Promise<Page> {
  try {
    await outlet.updateComplete
    return page
  } catch (error) {
    return fail(page, error)
  }
}

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

// A tree without exact HTML is shown as closely as possible; an unsafe one is a failure.
async function written(page: Page, outlet: HashbangOutlet, options: SerializeOptions, fail: Fail) {
  const scope = new StyleScope(isStyled())
  const done = (page: Page, body: string, ...refused: string[]) => {
    return { page, body, sheets: scope.html(), refused: [...refused, ...scope.refused] }
  }
  try {
    return done(page, serializeChildren(outlet, { ...options, scope }))
  } catch (error) {
    if (!(error instanceof SerializeError)) throw error
    if (error.html !== undefined) return done(page, error.html, error.message)
    const failure = await fail(page, error)
    return done(failure, serializeChildren(outlet, { ...options, scope }))
  }
}

const isStyled = (): boolean => (JobContext.current?.styles.size ?? 0) > 0 || usesStyles()
