// The tags of pages, which browsers have no use for. In: an app's table. Out: one whose heads carry what the `tags` of their
// routes say, so that the tags of all levels come together as heads do. The app's own table is not touched.

import type { Table } from '../../src/define-routes.ts'
import type { Head } from '../../src/head.ts'
import type { Page } from '../../src/page.ts'
import { deriveTable } from '../site/derived-table.ts'

interface TaggedHead extends Head {
  readonly tags?: readonly string[]
}

/** Makes the table. */
export const withTags = (table: Table): Table =>
  deriveTable(table, ({ head, tags }) =>
    tags ? { head: (args: never): TaggedHead => ({ ...head?.(args), tags: tags(args) }) } : {},
  )

/** The tags of a page of such a table. */
export const pageTags = ({ head }: Page): readonly string[] => (head as TaggedHead).tags ?? []
