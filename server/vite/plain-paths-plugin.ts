// Leaves out of a build what its routes have no use for. In: modules of the client that import `route`. Out: the same, with the
// `route` of plain paths where every call of the module can be seen to make such a route: its pattern is written out and is a path of
// texts and whole params, and its options are written out and have no `search`. Whatever is not that plain keeps the whole `route`.

import { dirname, join } from 'node:path/posix'
import type { Plugin } from 'vite'
import { PLAIN_PATH } from '../../src/plain-paths.ts'

const DOOR = 'hashbang-router'

/** What there is to know of a node of a syntax tree. https://github.com/estree/estree */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

/** Makes the plugin. */
export function plainPathsPlugin(): Plugin {
  return {
    name: 'hashbang-router:plain-paths',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      // Last, when whatever the module was written in has become JavaScript.
      order: 'post',
      filter: { code: DOOR },
      async handler(code, id) {
        const door = await this.resolve(DOOR, id)
        if (door?.external !== false) return
        // Of the copy of the package that the app has.
        const paths = join(dirname(door.id), 'plain-paths.js')
        const changed = withPlainPaths(code, this.parse(code) as unknown as Node, paths)
        return changed === undefined ? undefined : { code: changed, map: null }
      },
    },
  }
}

// The code of a module whose routes are plain paths; undefined where they are not, or there are none.
function withPlainPaths(code: string, tree: Node, paths: string): string | undefined {
  const door = (tree.body as Node[]).find(
    ({ type, source }) => type === 'ImportDeclaration' && (source as Node).value === DOOR,
  )
  const specifiers = (door?.specifiers ?? []) as Node[]
  const [makers, others] = [true, false].map((makes) =>
    specifiers.filter(({ imported }) => /^route(?:With)?$/.test(nameOf(imported) ?? '') === makes),
  ) as [Node[], Node[]]
  if (!door || makers.length === 0 || !isPlain(tree, makers)) return undefined
  if (others.some(({ type }) => type !== 'ImportSpecifier')) return undefined
  const text = (nodes: readonly Node[]) => nodes.map(({ start, end }) => code.slice(start, end))
  // On one line, so that the others keep their numbers.
  const imports = `import { ${text(others)} } from '${DOOR}';import { ${text(makers)} } from ${JSON.stringify(paths)}`
  const lines = code.slice(door.start, door.end).replace(/[^\n]/g, '')
  return code.slice(0, door.start) + imports + lines + code.slice(door.end)
}

/** Whether all that a module does with what it has imported is to make plain routes. */
function isPlain(tree: Node, makers: readonly Node[]): boolean {
  const routes = new Set<string>()
  const builders = new Set<string>()
  for (const { imported, local } of makers)
    (nameOf(imported) === 'route' ? routes : builders).add(nameOf(local) ?? '')
  const seen = new Set<unknown>()
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
  for (const node of nodesOf(tree)) {
    if (/^ImportSpecifier$/.test(node.type)) seen.add(node.local).add(node.imported)
    if (/^(?:Property|MethodDefinition|PropertyDefinition)$/.test(node.type) && !node.computed)
      if (node.key !== node.value && !node.shorthand) seen.add(node.key)
    if (node.type === 'MemberExpression' && !node.computed) seen.add(node.property)
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

function nameOf(node: unknown): string | undefined {
  const { type, name } = (node ?? {}) as Partial<Node>
  return type === 'Identifier' ? (name as string) : undefined
}

/** All nodes of a tree. */
function nodesOf(tree: unknown): Node[] {
  if (typeof tree !== 'object' || tree === null) return []
  const own = typeof (tree as Node).type === 'string' ? [tree as Node] : []
  return [...own, ...Object.values(tree).flatMap(nodesOf)]
}
