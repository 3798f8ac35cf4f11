/** The sections of docs/errors.md and of mistakes.md: examples of mistakes, and their messages. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { Files } from '../project.ts'

export interface ErrorSection {
  readonly code: string
  readonly title: string
  readonly text: string
  /** As a user sees it; `…` for any text. */
  readonly message: string
  readonly fails: string
  readonly works: string
}

const blocksOf = (text: string): string[] =>
  [...text.matchAll(/```\w+\n([\s\S]*?)\n```/g)].map(([, block]) => block ?? '')

export function readErrorSections(): ErrorSection[] {
  const [, ...sections] = readFileSync('docs/errors.md', 'utf8').split(/^## (?=HB\d{3}: )/m)
  return sections.map((section) => {
    const [heading = '', ...lines] = section.split('\n')
    const text = lines.join('\n').trim()
    const [, message = ''] = /^\*\*Message\.\*\* (`+)(.+)\1$/m.exec(text)?.slice(1) ?? []
    const [fails = '', works = ''] = blocksOf(text)
    return { code: heading.slice(0, 5), title: heading.slice(7), text, message, fails, works }
  })
}

/** Where a mistake is made: `module` is an app module that Vite's dev server cannot show. */
type Kind = 'table' | 'types' | 'dev' | 'module' | 'build' | 'browser' | 'command'

export interface Mistake {
  readonly title: string
  /** A state and its status, or an exit code and a command. */
  readonly place: string
  /** All lines are in the output, each with `…` for any text. */
  readonly lines: readonly string[]
  readonly block: string
}

export function readMistakes(kind: Kind): Mistake[] {
  const page = readFileSync(join(import.meta.dirname, 'mistakes.md'), 'utf8')
  const [, ...sections] = page.split(/^## /m)
  return sections
    .filter((section) => section.split(/[ :]/)[0] === kind)
    .map((section) => {
      const [, place = '', title = ''] = /^\w+ ?(.*?): (.+)$/m.exec(section) ?? []
      const [lines = '', block = ''] = blocksOf(section)
      return { title, place, lines: lines.split('\n'), block }
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

export function expectLines(output: string, lines: readonly string[]): void {
  for (const line of lines) expect(output).toMatch(messagePattern(line))
}

/** The imports of an example; its first line is the fifth of the module. */
export const PREAMBLE = `import { defineRoutes, gone, html, htmlView, int, notFound, oneOf, redirect, route } from 'hashbang-router'
import { z } from 'zod'
const view = async () => ({ default: htmlView(() => html\`<p>fine</p>\`) })
const exists = async (id) => id !== ''
`

/** The app module of an example: a table, its routes, or a module with one. */
export function appModule(block: string): string {
  if (block.startsWith('defineRoutes')) return `${PREAMBLE}export const routes = ${block}`
  if (/^\w+: route/.test(block)) return `${PREAMBLE}export const routes = defineRoutes({${block}})`
  return PREAMBLE + block
}

/** The files of a block: its own, and those below comments with their names. */
export function filesOf(block: string, name: string): Files {
  const parts = block.split(/^\/\/ (\S+\.js)\n/m)
  const files: Record<string, string> = { [name]: parts[0] ?? '' }
  for (let index = 1; index < parts.length; index += 2)
    files[parts[index] ?? ''] = parts[index + 1] ?? ''
  return files
}

/** A page with an outlet, and more content of its body. */
export const shell = (body = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>x</title><meta name="fragment" content="!"></head><body><hashbang-outlet></hashbang-outlet>${body}</body></html>`
