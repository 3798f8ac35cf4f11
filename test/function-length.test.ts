/**
 * How long a function may be. A reader holds a hundred lines in view; most functions need far
 * fewer.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import ts from 'typescript-6'
import { suite } from './run/suite.ts'

const test = suite('function length')

const MOST = 100

/** Functions that are longer. Shorten one, then take it out; add none. */
const LONGER: readonly string[] = []

/** The functions of a file that are too long, from their first word to their last bracket. */
function longIn(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  if (text.split('\n').length <= MOST) return []
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const lines = lineAt(node.end) - lineAt(node.getStart()) + 1
    if (ts.isFunctionLike(node) && 'body' in node && node.body && lines > MOST) {
      const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : null)
      found.push(`${file} ${named?.getText() ?? `line ${lineAt(node.pos) + 1}`}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

test(`no function is longer than ${MOST} lines`, () => {
  const files = ['src', 'server', 'demo'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/(?:^|\/)(?:dist|node_modules)\//.test(file))
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`),
  )
  expect(files.flatMap(longIn).toSorted()).toEqual(LONGER)
})
