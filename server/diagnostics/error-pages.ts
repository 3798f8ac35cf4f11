// Reads docs/errors.md, the reference of errors, by code.

import { readFileSync } from 'node:fs'

const FILE = new URL('../../../docs/errors.md', import.meta.url)

/** A page of the reference. */
export interface ErrorPage {
  readonly code: string
  readonly title: string
  /** Paragraphs, in Markdown. */
  readonly text: string
}

/** Returns all pages in order. @param reference The text of the reference. Default: the file. */
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

/** Returns the page of a code; undefined if there is none. */
export const errorPage = (code: string): ErrorPage | undefined =>
  errorPages().find((page) => page.code === code)
