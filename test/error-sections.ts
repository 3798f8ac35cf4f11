/** The sections of docs/errors.md. */
import { readFileSync } from 'node:fs'

export interface ErrorSection {
  readonly code: string
  readonly title: string
  readonly text: string
  /** As a user sees it; `…` for any text. */
  readonly message: string
  readonly fails: string
  readonly works: string
}

export function readErrorSections(): ErrorSection[] {
  const [, ...sections] = readFileSync('docs/errors.md', 'utf8').split(/^## (?=HB\d{3}: )/m)
  return sections.map((section) => {
    const [heading = '', ...lines] = section.split('\n')
    const text = lines.join('\n').trim()
    const [, message = ''] = /^\*\*Message\.\*\* (`+)(.+)\1$/m.exec(text)?.slice(1) ?? []
    const [fails = '', works = ''] = [...text.matchAll(/```\w+\n([\s\S]*?)\n```/g)].map(
      ([, block]) => block ?? '',
    )
    return { code: heading.slice(0, 5), title: heading.slice(7), text, message, fails, works }
  })
}

/** Matches a message as it is, but for `…`. */
export const messagePattern = (message: string): RegExp =>
  new RegExp(
    message
      .trim()
      .split('…')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^\\n]*?'),
  )
