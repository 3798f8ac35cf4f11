/**
 * An app's table as the server resolves it for one page. In: the table, the page's view imports, what the page waits for. Out: a table
 * that imports views when the document is open, that notes what is under way, and whose heads carry the tags of their routes. The
 * app's own table is not touched.
 */
import type { Table } from '../../src/define-routes.ts'
import type { Head } from '../../src/head.ts'
import type { Page } from '../../src/page.ts'
import { noteWhile } from '../happy-dom/note-while.ts'
import { type Change, deriveTable } from '../site/derived-table.ts'
import type { ViewImports } from './view-imports.ts'

interface TaggedHead extends Head {
  readonly tags?: readonly string[]
}

type Step = (...args: never[]) => unknown

const VIEWS = {
  view: 'the view module',
  error: 'the error view module',
  notFound: 'the not-found view module',
} as const

/** Creates the table. @param waiting What is under way, in words. */
export function pageTable(table: Table, imports: ViewImports, waiting: Set<string>): Table {
  const change: Change = (options, name) => {
    const changed: Record<string, Step> = {}
    const noted = <T>(noun: string, work: T): T => {
      noteWhile(waiting, name === undefined ? noun : `${noun} of "${name}"`, work)
      return work
    }
    const { guard, load, head, tags } = options
    if (guard) changed.guard = (args) => noted('the guard', guard(args))
    if (load)
      changed.load = (args) => {
        const work = noted('the loader', load(args))
        imports.begin(work)
        return work
      }
    for (const [option, noun] of Object.entries(VIEWS)) {
      const load = options[option as keyof typeof VIEWS]
      if (load) changed[option] = () => imports.import(() => noted(noun, load()))
    }
    if (tags) changed.head = (args): TaggedHead => ({ ...head?.(args), tags: tags(args) })
    return changed
  }
  return deriveTable(table, change)
}

/** The tags of a page of such a table. */
export const pageTags = ({ head }: Page): readonly string[] => (head as TaggedHead).tags ?? []
