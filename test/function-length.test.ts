/** How long a function may be. A reader holds a hundred lines in view; most functions need far fewer. */

import { readdirSync, readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import ts from 'typescript-6'
import { suite } from './run/suite.ts'

const test = suite('function length')

const MOST = 100
const MANY = 60

/** Functions that are longer. Shorten one, then take it out; add none. */
const LONGER: readonly string[] = [
  'server/cache/shared-tier.ts sharedTier',
  'server/dom/fixes/xhr.ts installXmlHttpRequest',
  'server/serve/handler/handler.ts createCoreHandler',
  'server/serve/handler/snapshot-response.ts createSnapshotResponder',
  'server/snapshot/pool/pool.ts createPool',
]

/** Every function of a file with its lines, from its first word to its last bracket. */
function functionsOf(file: string): { readonly name: string; readonly lines: number }[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line
  const found: { name: string; lines: number }[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : null)
      const lines = lineAt(node.end) - lineAt(node.getStart()) + 1
      found.push({ name: `${file} ${named?.getText() ?? `line ${lineAt(node.pos) + 1}`}`, lines })
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
  const all = files.flatMap(functionsOf)
  const over = (most: number) => all.filter(({ lines }) => lines > most)
  console.log(`${all.length} functions; ${over(MANY).length} have more than ${MANY} lines`)
  expect(
    over(MOST)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(LONGER)
})
