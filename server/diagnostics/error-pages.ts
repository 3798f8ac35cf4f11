// Reads docs/errors.md, the reference of errors, by code.

import { readFileSync } from 'node:fs'

const FILE = new URL('../../../docs/errors.md', import.meta.url)

export interface ErrorPage {
  readonly code: string
  readonly title: string
  readonly text: string
}

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

export const errorPage = (code: string): ErrorPage | undefined =>
  errorPages().find((page) => page.code === code)
