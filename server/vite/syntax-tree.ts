// Modules as syntax trees, for plugins that give a module of the client another export of the package in the place of one. In: the
// code of a module and its tree. Out: where names stand in it, and the code with another import.

/** What there is to know of a node of a syntax tree. https://github.com/estree/estree */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

/** The door whose exports have others in their places. */
export const DOOR = 'hashbang-router'

/** An import of the door, with the names that are to come from elsewhere. */
export interface DoorImport {
  readonly door: Node
  /** The specifiers of those names. */
  readonly taken: readonly Node[]
  readonly others: readonly Node[]
}

/** Finds the import of the door; undefined where there is none of these names, or it is not plain what is imported. */
export function doorImport(tree: Node, names: RegExp): DoorImport | undefined {
  const door = (tree.body as Node[]).find(
    ({ type, source, specifiers }) =>
      type === 'ImportDeclaration' &&
      (source as Node).value === DOOR &&
      (specifiers as Node[]).some(({ imported }) => names.test(nameOf(imported) ?? '')),
  )
  if (!door) return undefined
  const [taken, others] = [true, false].map((takes) =>
    (door.specifiers as Node[]).filter(
      ({ imported }) => names.test(nameOf(imported) ?? '') === takes,
    ),
  ) as [Node[], Node[]]
  return others.some(({ type }) => type !== 'ImportSpecifier') ? undefined : { door, taken, others }
}

/** The import that takes the names from a file, on as many lines, so that the code below keeps its numbers. */
export function importFrom(
  code: string,
  { door, taken, others }: DoorImport,
  file: string,
): string {
  const text = (nodes: readonly Node[]) => nodes.map(({ start, end }) => code.slice(start, end))
  const imports = `import { ${text(others)} } from '${DOOR}';import { ${text(taken)} } from ${JSON.stringify(file)};`
  return imports + code.slice(door.start, door.end).replace(/[^\n]/g, '')
}

/** The nodes that look like names and are none of what the module has: keys, properties, and what imports are called elsewhere. */
export function keysIn(tree: Node): Set<unknown> {
  const keys = new Set<unknown>()
  for (const node of nodesOf(tree)) {
    if (node.type === 'ImportSpecifier') keys.add(node.local).add(node.imported)
    if (/^(?:Property|MethodDefinition|PropertyDefinition)$/.test(node.type) && !node.computed)
      if (node.key !== node.value && !node.shorthand) keys.add(node.key)
    if (node.type === 'MemberExpression' && !node.computed) keys.add(node.property)
  }
  return keys
}

/** The name that a node is. */
export function nameOf(node: unknown): string | undefined {
  const { type, name } = (node ?? {}) as Partial<Node>
  return type === 'Identifier' ? (name as string) : undefined
}

/** All nodes of a tree. */
export function nodesOf(tree: unknown): Node[] {
  if (typeof tree !== 'object' || tree === null) return []
  const own = typeof (tree as Node).type === 'string' ? [tree as Node] : []
  return [...own, ...Object.values(tree).flatMap(nodesOf)]
}
