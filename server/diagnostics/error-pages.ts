// The reference of errors, docs/errors.md, by code. In: a code. Out: its page as text: what, why, fix.

import { readFileSync } from 'node:fs'

const FILE = new URL('../../../docs/errors.md', import.meta.url)

/** A page of the reference. */
export interface ErrorPage {
  readonly code: string
  readonly title: string
  /** Paragraphs, in Markdown. */
  readonly text: string
}

/** Every page, in their order. @param reference The text of the reference, which is read where none is given. */
export function errorPages(reference = readFileSync(FILE, 'utf8')): readonly ErrorPage[] {
  const [, ...sections] = reference.split(/^## (?=HB\d{3}: )/m)
  return sections.map((section) => {
    const [heading = '', ...lines] = section.split('\n')
    return {
      code: heading.slice(0, 5),
      title: heading.slice(7),
      text: lines.join('\n').trim(),
    }
  })
}

/** The page of a code; undefined when there is none. */
export const errorPage = (code: string): ErrorPage | undefined =>
  errorPages().find((page) => page.code === code)
