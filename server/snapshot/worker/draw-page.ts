// Shows a page in its open document: mounts its views, waits until they settle, and writes the
// HTML. Views that are text alone need no document, and are written as they are.

import type { HashbangOutlet } from '../../../src/dom/outlet.ts'
import { headTags } from '../../../src/head.ts'
import type { Page } from '../../../src/resolution.ts'
import type { Table } from '../../../src/table.ts'
import { diagnosis } from '../../diagnostics/diagnostics.ts'
import { hiddenNodes } from '../../dom/additions/layout/hidden-nodes.ts'
import {
  isQuiet,
  type JobContext,
  type PageDocument,
  type PageHead,
  retireProcess,
  takeErrors,
  usesStyles,
} from '../../dom/index.ts'
import { type InnerElement, type InnerNode, S } from '../../dom/internals.ts'
import { machineNow } from '../../dom/isolation/clock.ts'
import { showsNothing } from '../../html/shown-text.ts'
import type { PageFault } from '../pool/protocol.ts'
import { SerializeError, type SerializeOptions, type Shadow } from '../serialize/error.ts'
import { serializeChildren } from '../serialize/index.ts'
import { StyleScope } from '../serialize/scope.ts'
import { checkedPage } from './checked-page.ts'
import { describe } from './error-text.ts'
import { inTime } from './in-time.ts'
import type { ReadSheets } from './linked-sheets.ts'
import { type Outside, outsideOf } from './outside.ts'
import { renderOnce } from './plain-page.ts'
import { type Settled, settle } from './settle.ts'

export interface Stage {
  readonly own: JobContext
  /** The pretty URL, for views that read the location. */
  readonly url: string
  readonly shadow: Shadow
  /** Leaves out what style sheets hide. Default: nothing is left out. */
  readonly readSheets?: ReadSheets | undefined
  readonly document: PageDocument
  readonly outlet: HashbangOutlet
  /** Creates the page that says that a state failed. */
  readonly fail: Table['fail']
}

export interface Drawn {
  /** The given page, or the failure page after a view's error. */
  readonly page: Page
  readonly body: string
  /** The rules of its shadow trees, as `<style>` elements. */
  readonly sheets: string
  readonly outside: Outside | undefined
  /** Whether it reported an error, lacks a response, or was not ready in time. */
  readonly fault: PageFault
  /** Faults that did not stop it. */
  readonly warnings: readonly string[]
  /** ms until it had settled. */
  readonly dom: number
  /** ms of serializing. */
  readonly serialize: number
}

/** A page without content. */
const blankPage = (page: Page): Drawn => ({
  ...{ page, body: '', sheets: '', outside: undefined },
  ...{ fault: 'none', warnings: [], dom: 0, serialize: 0 },
})

/** Draws a page. One that cannot be drawn, such as a tree too deep to walk, fails alone. */
export async function drawPage(stage: Stage, found: Page): Promise<Drawn> {
  const given = checkedPage(found)
  stage.document.setHead(headOf(given, stage.url))
  const once = renderOnce(given)
  if (once?.isPlain && !stage.readSheets && isUntouched(stage))
    return { ...blankPage(given), body: once.text }
  try {
    return await draw(stage, once?.page ?? given)
  } catch (error) {
    return failed(stage, given, error)
  }
}

/** Draws the page that says that another one failed. */
export async function failed(stage: Stage, { state }: Page, error: unknown): Promise<Drawn> {
  const failure = await stage.fail(state, error)
  stage.document.setHead(headOf(failure, stage.url))
  return draw(stage, failure).catch(() => blankPage(failure))
}

/** Whether the document is as it was opened, and nothing is under way that could change it. */
const isUntouched = ({ document, shadow }: Stage): boolean =>
  isQuiet() && outsideOf(document, { shadow }) === undefined

async function draw(stage: Stage, given: Page): Promise<Drawn> {
  const { own, shadow, readSheets, document, outlet } = stage
  const started = machineNow()
  outlet.page = given
  const mounted = await mount(stage, given)
  const linked = await readSheets?.(sheetUrls(own))
  const { pending, open } = await settled(outlet, own)
  const omit = linked && hiddenNodes(globalThis.document, linked)
  const shown = machineNow()
  const errors = takeErrors()
  let html = await written(stage, mounted, { shadow, omit })
  let outside = outsideOf(document, { shadow, omit })
  if (errors.length > 0 && html.page.error === undefined && isEmpty(html.body, outside)) {
    html = await written(stage, await replaced(stage, html.page, new Error(EMPTY)), { shadow })
    outside = outsideOf(document, { shadow })
  }
  const { page, body, sheets, refused } = html
  const serialized = machineNow()
  const cut = cutLevel(outlet, page)
  errors.push(...takeErrors())
  await unmount(outlet)
  const unanswered = own.takeUnanswered()
  return {
    ...{ page, body, sheets, outside },
    fault:
      errors.length + pending.length + open.length + unanswered.length + cut.length > 0
        ? 'failed'
        : 'none',
    warnings: [
      ...cut,
      ...unanswered,
      ...refused,
      ...(outside?.refused ?? []),
      ...(own.isLeaving ? ['it has sent its readers elsewhere'] : []),
      ...pending.map((what) => `still pending at the deadline: ${what}`),
      ...open.map((what) => `not waited for, because it stays open: ${what}`),
      ...errors.map((error) => `reported by the page: ${describe(error)}`),
      ...takeErrors().map((error) => `reported when it was unmounted: ${describe(error)}`),
    ],
    dom: shown - started,
    serialize: serialized - shown,
  }
}

/** Says which level is not there, as the view around it shows no outlet. */
function cutLevel(outlet: HashbangOutlet, { levels, error }: Page): readonly string[] {
  if (levels.length < 2 || error !== undefined) return []
  const [outer, inner] = levels.slice(outletsIn(outlet as unknown as InnerElement) - 1)
  return outer && inner ? [diagnosis('HB121', outer.name, inner.name)] : []
}

/** How deep outlets are in each other, this one included, through shadow trees. */
function outletsIn(node: InnerNode): number {
  const inside = [...node[S.elementArray], ...(node[S.shadowRoot]?.[S.elementArray] ?? [])]
  const deepest = inside.reduce((most, child) => Math.max(most, outletsIn(child)), 0)
  return deepest + ((node as InnerElement)[S.localName] === 'hashbang-outlet' ? 1 : 0)
}

/** The sheets of the document's links and of the views' imports. */
const sheetUrls = ({ styles }: JobContext): string[] => [
  ...Array.from(document.querySelectorAll('link[rel~="stylesheet"]'), (link) =>
    String(link.getAttribute('href')),
  ),
  ...styles,
]

/** Waits until the outlet is complete, or its views navigate away. @returns See `settle`. */
async function settled(outlet: HashbangOutlet, own: JobContext): Promise<Settled> {
  const { signal } = own
  for (;;) {
    const { leaving } = own
    const found = await settle(outlet, AbortSignal.any([signal, leaving]))
    if (signal.aborted || !leaving.aborted || own.isLeaving) return found
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
    retireProcess(`a view that could not be unmounted (${describe(error)})`)
  }
}

const headOf = ({ head }: Page, url: string): PageHead => ({
  tags: headTags(head, url),
  lang: head.lang,
})

// A view that throws while it mounts turns the page into a failure.
async function mount(stage: Stage, page: Page): Promise<Page> {
  try {
    await inTime(stage.outlet.updateComplete, stage.own.signal)
    return page
  } catch (error) {
    return replaced(stage, page, error)
  }
}

/** Shows the page that says that another one failed, in its place. */
async function replaced(
  { outlet, document, url, fail }: Stage,
  { state }: Page,
  error: unknown,
): Promise<Page> {
  const failure = await fail(state, error)
  outlet.page = failure
  document.setHead(headOf(failure, url))
  await outlet.updateComplete.catch(() => outlet.replaceChildren())
  return failure
}

// A tree without exact HTML is shown as closely as possible; an unsafe one is a failure.
async function written(stage: Stage, page: Page, options: SerializeOptions) {
  const { outlet, own } = stage
  const scope = new StyleScope(own.styles.size > 0 || usesStyles())
  const done = (page: Page, body: string, ...refused: string[]) => {
    return { page, body, sheets: scope.html(), refused: [...refused, ...scope.refused] }
  }
  try {
    return done(page, serializeChildren(outlet, { ...options, scope }))
  } catch (error) {
    if (!(error instanceof SerializeError)) throw error
    if (error.html !== undefined) return done(page, error.html, error.message)
    const failure = await replaced(stage, page, error)
    return done(failure, serializeChildren(outlet, { ...options, scope }))
  }
}
