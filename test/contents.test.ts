/**
 * The contents of the site name the documents in the order of docs/README.md, and none is missing.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { CONTENTS } from '../docs/site/contents.ts'
import { suite } from './run/suite.ts'

const test = suite('contents')

const DOCS = join(import.meta.dirname, '../docs')
const read = (file: string) => readFileSync(join(DOCS, file), 'utf8')
const states = CONTENTS.flatMap(({ items }) => items.map(([, state]) => state))

/** The file of a state, below docs. */
function fileOf(state: string): string {
  if (state === '/documents') return 'README.md'
  const files = readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
  const named = [`${state.slice(1)}.md`, `${state.slice(1)}/README.md`]
  return files.find((file) => named.includes(file)) ?? state
}

/** The documents that a document links to. */
function linksOf(file: string): string[] {
  const text = read(file).replace(/```[\s\S]*?```/g, '')
  return [...text.matchAll(/\]\(([^)#\s:]+\.md)(?:#[^)]*)?\)/g)]
    .map(([, href = '']) => join(file, '..', href))
    .filter((target) => !target.startsWith('..'))
}

test('the contents follow docs/README.md', () => {
  const rows = read('README.md')
    .split('\n')
    .filter((line) => line.startsWith('| '))
  const inReadme = [...rows.join('\n').matchAll(/\]\(([^)#\s]+\.md)\)/g)].map(([, href]) => href)
  const inContents = states.filter((state) => !['/playground', '/documents'].includes(state))
  expect(inContents.map(fileOf)).toEqual(inReadme)
})

test('every document is in the contents, or a document links to it', () => {
  const hidden = /^(?:site|generate|bench|happy-dom)\/|(?:^|\/)node_modules\//
  const documents = readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.md') && !hidden.test(file),
  )
  const reached = new Set<string>()
  const next = states.map(fileOf)
  for (let file = next.pop(); file !== undefined; file = next.pop()) {
    if (reached.has(file) || !documents.includes(file)) continue
    reached.add(file)
    next.push(...linksOf(file))
  }
  expect(documents.filter((file) => !reached.has(file))).toEqual([])
})
