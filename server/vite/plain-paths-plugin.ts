// Leaves out of a build what its routes have no use for. In: modules of the client that import `route`. Out: the same, with the
// `route` of plain paths where every call of the module can be seen to make such a route: its pattern is written out and is a path of
// texts and whole params, and its options are written out and have no `search`. Whatever is not that plain keeps the whole `route`.

import type { Plugin } from 'vite'
import { PLAIN_PATH } from '../../src/plain-paths.ts'
import { doorPlugin } from './door-plugin.ts'
import { doorImport, importFrom, keysIn, type Node, nameOf, nodesOf } from './syntax-tree.ts'

/** Makes the plugin. */
export const plainPathsPlugin = (): Plugin =>
  doorPlugin('plain-paths', 'plain-paths.js', withPlainPaths)

// The code of a module whose routes are plain paths; undefined where they are not, or there are none.
function withPlainPaths(code: string, tree: Node, paths: string): string | undefined {
  const found = doorImport(tree, /^route(?:With)?$/)
  if (!found || !isPlain(tree, found.taken)) return undefined
  const { door } = found
  return code.slice(0, door.start) + importFrom(code, found, paths) + code.slice(door.end)
}

/** Whether all that a module does with what it has imported is to make plain routes. */
function isPlain(tree: Node, makers: readonly Node[]): boolean {
  const routes = new Set<string>()
  const builders = new Set<string>()
  for (const { imported, local } of makers)
    (nameOf(imported) === 'route' ? routes : builders).add(nameOf(local) ?? '')
  const seen = keysIn(tree)
  const isBuilt = (node: unknown) => isCall(node, builders) && (node.arguments as []).length === 0

  // A name of a `route` is one wherever it stands: taking another thing of that name for it can only make a module less plain.
  for (const node of nodesOf(tree)) {
    if (node.type === 'VariableDeclarator' && isBuilt(node.init)) {
      const name = nameOf(node.id)
      if (name === undefined) return false
      routes.add(name)
      seen.add(node.id).add((node.init as Node).callee)
    }
    for (const inner of isProperty(node, 'children') ? [node.value as Node] : []) {
      const [first, ...more] = (inner.params ?? []) as Node[]
      if (!/Function/.test(inner.type) || more.length > 0) return false
      const name = nameOf(first)
      if (first && name === undefined) return false
      if (name !== undefined) routes.add(name)
      seen.add(first)
    }
  }
  for (const node of nodesOf(tree)) {
    if (!isCall(node, routes)) continue
    const [pattern, options, ...more] = node.arguments as Node[]
    if (!isPlainPattern(pattern) || more.length > 0) return false
    if (options !== undefined && !isPlainOptions(options)) return false
    seen.add(node.callee)
  }
  const names = new Set([...routes, ...builders])
  return nodesOf(tree).every((node) => seen.has(node) || !names.has(nameOf(node) ?? ''))
}

function isPlainPattern(node: Node | undefined): boolean {
  return typeof node?.value === 'string' && PLAIN_PATH.test(node.value)
}

function isPlainOptions({ type, properties }: Node): boolean {
  return (
    type === 'ObjectExpression' &&
    (properties as Node[]).every(
      (one) => one.type === 'Property' && !one.computed && !isProperty(one, 'search'),
    )
  )
}

function isProperty({ type, key }: Node, name: string): boolean {
  return type === 'Property' && (nameOf(key) ?? (key as Node).value) === name
}

function isCall(node: unknown, names: ReadonlySet<string>): node is Node {
  const { type, callee } = (node ?? {}) as Partial<Node>
  return type === 'CallExpression' && names.has(nameOf(callee) ?? '')
}
