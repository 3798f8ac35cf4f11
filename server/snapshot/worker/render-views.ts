// Renders the views of a page in its document, for the stages of table-stages.ts: mounts them,
// waits until they settle, and writes the HTML. Plain text needs no document.

import type { HashbangOutlet } from '../../../src/dom/outlet.ts'
import { headTags } from '../../../src/head.ts'
import type { Page } from '../../../src/page.ts'
import type { Table } from '../../../src/table.ts'
import { diagnosis } from '../../diagnostics/diagnosis.ts'
import {
  hiddenNodes,
  isQuiet,
  machineNow,
  type PageContext,
  type PageDocument,
  type PageHead,
  retireProcess,
  takeErrors,
  usesStyles,
} from '../../dom/index.ts'
import { type InnerElement, type InnerNode, S } from '../../dom/internals.ts'
import { showsNothing } from '../../html/shown-text.ts'
import type { PageFault } from '../pool/protocol.ts'
import { serializeChildren } from '../serialize/index.ts'
import { StyleScope } from '../serialize/scope.ts'
import {
  SerializeError,
  type SerializeOptions,
  type Shadow,
} from '../serialize/serialize-options.ts'
import { errorText } from './error-text.ts'
import type { ReadSheets } from './linked-sheets.ts'
import { inTime } from './page-waits.ts'
import { type Settled, settle } from './settle.ts'
import { type ShellChanges, shellChanges } from './shell-changes.ts'
import { checkedPage, renderOnce } from './text-views.ts'

interface ViewParts {
  readonly own: PageContext
  readonly url: string
  readonly shadow: Shadow
  /** Undefined: nothing is left out. */
  readonly readSheets: ReadSheets | undefined
  readonly document: PageDocument
  readonly outlet: HashbangOutlet
}

export interface RenderedPage {
  /** The given page, or the failure page after a view's error. */
  readonly page: Page
  readonly body: string
  /** The rules of its shadow trees, as `<style>` elements. */
  readonly sheets: string
  readonly changes: ShellChanges | undefined
  readonly fault: PageFault
  /** For the log. */
  readonly warnings: readonly string[]
  /** ms until it had settled. */
  readonly dom: number
  /** ms of serializing. */
  readonly serialize: number
}

const blankPage = (page: Page): RenderedPage => ({
  ...{ page, body: '', sheets: '', changes: undefined },
  ...{ fault: 'none', warnings: [], dom: 0, serialize: 0 },
})

export class ViewRender {
  readonly #parts: ViewParts
  #failPage: Table['fail'] | undefined
  /** The shown page: the given one, or its failure page. */
  #page: Page | undefined
  #linked: readonly CSSStyleSheet[] | undefined
  #settled: Settled = { pending: [], open: [] }
  #started = 0
  /** The result of a page that needs no further stage. */
  #rendered: RenderedPage | undefined

  constructor(parts: ViewParts) {
    this.#parts = parts
  }

  async run(resolved: Page, failPage: Table['fail']): Promise<void> {
    const { document, url, readSheets } = this.#parts
    const page = checkedPage(resolved)
    this.#page = page
    this.#failPage = failPage
    document.setHead(headOf(page, url))
    const once = renderOnce(page)
    if (once?.isPlain && !readSheets && this.#isUntouched())
      this.#rendered = { ...blankPage(page), body: once.text }
    else await this.#orFail(() => this.#mount(once?.page ?? page))
  }

  async settle(): Promise<void> {
    if (!this.#rendered) await this.#orFail(() => this.#settle())
  }

  async write(): Promise<RenderedPage> {
    if (!this.#rendered)
      await this.#orFail(async () => {
        this.#rendered = await this.#write()
      })
    return this.#rendered as RenderedPage
  }

  async fail(error: unknown): Promise<RenderedPage> {
    const failure = await this.#failure(error)
    this.#parts.document.setHead(headOf(failure, this.#parts.url))
    try {
      await this.#mount(failure)
      await this.#settle()
      return await this.#write()
    } catch {
      // Unmounts its views.
      this.#parts.outlet.remove()
      return blankPage(failure)
    }
  }

  /** A tree that is too deep to walk fails alone. */
  async #orFail(stage: () => Promise<void>): Promise<void> {
    try {
      await stage()
    } catch (error) {
      this.#rendered = await this.fail(error)
    }
  }

  #failure(error: unknown): Promise<Page> {
    return (this.#failPage as Table['fail'])((this.#page as Page).state, error)
  }

  /** And nothing is under way that could change the document. */
  #isUntouched(): boolean {
    const { document, shadow } = this.#parts
    return isQuiet() && shellChanges(document, { shadow }) === undefined
  }

  // A view may throw while it mounts.
  async #mount(page: Page): Promise<void> {
    const { outlet, own } = this.#parts
    this.#started = machineNow()
    this.#page = page
    outlet.page = page
    try {
      await inTime(outlet.updateComplete, own.signal)
    } catch (error) {
      await this.#replace(error)
    }
  }

  async #replace(error: unknown): Promise<void> {
    const { outlet, document, url } = this.#parts
    const failure = await this.#failure(error)
    this.#page = failure
    outlet.page = failure
    document.setHead(headOf(failure, url))
    await outlet.updateComplete.catch(() => outlet.replaceChildren())
  }

  /** Also ends when the views navigate away. */
  async #settle(): Promise<void> {
    const { outlet, own, readSheets } = this.#parts
    const { signal } = own
    this.#linked = await readSheets?.(sheetUrls(own))
    for (;;) {
      const { leaving } = own
      this.#settled = await settle(outlet, AbortSignal.any([signal, leaving]))
      if (signal.aborted || !leaving.aborted || own.isLeaving) return
    }
  }

  async #write(): Promise<RenderedPage> {
    const { own, shadow, document, outlet } = this.#parts
    const omit = this.#linked && hiddenNodes(globalThis.document, this.#linked)
    const shown = machineNow()
    const errors = takeErrors()
    let html = await this.#serialize({ shadow, omit })
    let changes = shellChanges(document, { shadow, omit })
    if (errors.length > 0 && this.#page?.error === undefined && isEmpty(html.body, changes)) {
      await this.#replace(new Error(EMPTY))
      html = await this.#serialize({ shadow })
      changes = shellChanges(document, { shadow })
    }
    const page = this.#page as Page
    const { body, sheets, refused } = html
    const serialized = machineNow()
    const { pending, open } = this.#settled
    const cut = cutLevel(outlet, page)
    errors.push(...takeErrors())
    await unmount(outlet)
    const unanswered = own.takeUnanswered()
    const faults = [errors, pending, open, unanswered, cut]
    return {
      ...{ page, body, sheets, changes },
      fault: faults.some(({ length }) => length > 0) ? 'failed' : 'none',
      warnings: [
        ...cut,
        ...unanswered,
        ...refused,
        ...(changes?.refused ?? []),
        ...(own.isLeaving ? ['it has sent its readers elsewhere'] : []),
        ...pending.map((work) => `still pending at the deadline: ${work}`),
        ...open.map((request) => `not waited for, because it stays open: ${request}`),
        ...errors.map((error) => `reported by the page: ${errorText(error)}`),
        ...takeErrors().map((error) => `reported when it was unmounted: ${errorText(error)}`),
      ],
      dom: shown - this.#started,
      serialize: serialized - shown,
    }
  }

  // An unsafe tree is a failure; any other one is shown as closely as possible.
  async #serialize(options: SerializeOptions) {
    const { outlet, own } = this.#parts
    const scope = new StyleScope(own.styles.size > 0 || usesStyles())
    const done = (body: string, ...refused: string[]) => {
      return { body, sheets: scope.html(), refused: [...refused, ...scope.refused] }
    }
    try {
      return done(serializeChildren(outlet, { ...options, scope }))
    } catch (error) {
      if (!(error instanceof SerializeError)) throw error
      if (error.html !== undefined) return done(error.html, error.message)
      await this.#replace(error)
      return done(serializeChildren(outlet, { ...options, scope }))
    }
  }
}

/** Names the level that is missing: the view around it shows no outlet. */
function cutLevel(outlet: HashbangOutlet, { levels, error }: Page): readonly string[] {
  if (levels.length < 2 || error !== undefined) return []
  const [outer, inner] = levels.slice(outletsIn(outlet as unknown as InnerElement) - 1)
  return outer && inner ? [diagnosis('HB121', outer.name, inner.name)] : []
}

/** The depth of nested outlets, through shadow trees. */
function outletsIn(node: InnerNode): number {
  const inside = [...node[S.elementArray], ...(node[S.shadowRoot]?.[S.elementArray] ?? [])]
  const deepest = inside.reduce((most, child) => Math.max(most, outletsIn(child)), 0)
  return deepest + ((node as InnerElement)[S.localName] === 'hashbang-outlet' ? 1 : 0)
}

/** Sheets of links and of the views' imports. */
const sheetUrls = ({ styles }: PageContext): string[] => [
  ...Array.from(document.querySelectorAll('link[rel~="stylesheet"]'), (link) =>
    String(link.getAttribute('href')),
  ),
  ...styles,
]

const EMPTY = 'The page shows nothing, and has reported an error'

const isEmpty = (body: string, changes: ShellChanges | undefined): boolean =>
  showsNothing(body) && (changes?.edits ?? []).every(({ html }) => showsNothing(html))

/** While the document is whole. If a view throws, the state of its library is unknown. */
async function unmount(outlet: HashbangOutlet): Promise<void> {
  outlet.page = null
  outlet.showNow()
  try {
    await outlet.updateComplete
  } catch (error) {
    retireProcess(`a view that could not be unmounted (${errorText(error)})`)
  }
}

const headOf = ({ head, status }: Page, url: string): PageHead => ({
  tags: headTags(head, status < 400 ? url : undefined),
  lang: head.lang,
})
