/** Wraps an app's table for one page: notes pending work, and adds the route's tags to heads. */

import type { Head } from '../../../src/head.ts'
import type { Page } from '../../../src/page.ts'
import type { Table } from '../../../src/table.ts'
import { headHints } from '../../diagnostics/head-hints.ts'
import { noteWhile, type PageContext, perPage } from '../../dom/index.ts'
import { type Change, deriveTable } from '../../site/derived-table.ts'

interface TaggedHead extends Head {
  readonly tags?: readonly string[]
}

type Step = (...args: never[]) => unknown

const VIEWS = {
  view: 'the view module',
  error: 'the error view module',
  notFound: 'the not-found view module',
} as const

/** The hints of the page, once its table is known. */
const noted = perPage(() => ({ hints: [] as string[] }))

export const reportHint = (text: string): unknown => noted().hints.push(text)

export function pageTable(
  table: Table,
  pageContext: Pick<PageContext, 'waiting' | 'hints'>,
): Table {
  noted().hints = pageContext.hints
  const change: Change = (options, name) => {
    const changed: Record<string, Step> = {}
    const waited = <T>(noun: string, work: T): T => {
      noteWhile(pageContext.waiting, name === undefined ? noun : `${noun} of "${name}"`, work)
      return work
    }
    const { guard, load, head, tags } = options
    if (guard) changed.guard = (args) => waited('the guard', guard(args))
    if (load) changed.load = (args) => waited('the loader', load(args))
    for (const [option, noun] of Object.entries(VIEWS)) {
      const load = options[option as keyof typeof VIEWS]
      if (!load) continue
      // Errors name the file in its source.
      const source = { toString: () => String(load) }
      changed[option] = Object.assign(() => waited(noun, load()), source)
    }
    if (head || tags)
      changed.head = (args): TaggedHead => {
        const pageHead = head ? head(args) : {}
        pageContext.hints.push(...headHints(name, pageHead))
        return tags ? { ...pageHead, tags: tags(args) } : pageHead
      }
    return changed
  }
  return deriveTable(table, change)
}

export const pageTags = ({ head }: Page): readonly string[] => (head as TaggedHead).tags ?? []
