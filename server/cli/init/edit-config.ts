// Adds the plugin to a Vite configuration, where the syntax tree of magicast names the place.
// Comments, indents and line ends stay. The text of an unusual configuration stays as it is.

import type { ASTNode } from 'magicast'

const MODULE = 'hashbang-router/vite'

type NodeOf<Type extends ASTNode['type']> = Extract<ASTNode, { readonly type: Type }>
type ObjectExpression = NodeOf<'ObjectExpression'>
/** The list of plugins, or a configuration without one. */
type Container = NodeOf<'ArrayExpression'> | ObjectExpression

interface Token extends Readonly<Record<'start' | 'end', number>> {
  readonly type: unknown
  readonly value?: unknown
}
type Source = NonNullable<Awaited<ReturnType<typeof parse>>>

/** @returns Undefined for a syntax error. */
async function parse(text: string) {
  const { parseModule } = await import('magicast')
  try {
    // The positions of the tree count a tab as several signs, and a carriage return as none.
    const { $ast } = parseModule(text.replace(/[\t\r\uFEFF]/g, ' '))
    if ($ast.type !== 'Program') return undefined
    const { tokens = [] } = $ast.loc as typeof $ast.loc & { readonly tokens?: readonly Token[] }
    // The type of a comment is a word.
    return { text, body: $ast.body, tokens: tokens.filter(({ type }) => typeof type === 'object') }
  } catch {
    return undefined
  }
}

/** Whether a configuration imports the plugin. */
export async function hasPlugin(config: string): Promise<boolean> {
  const { tokens = [] } = (await parse(config)) ?? {}
  return tokens.some(({ value }) => value === MODULE)
}

/** @returns The new text; undefined if the configuration has an unknown form. */
export async function addPlugin(config: string, call: string): Promise<string | undefined> {
  const source = await parse(config)
  // Another function may have the name.
  if (source?.tokens.some(({ value }) => value === 'hashbang') !== false) return undefined
  const exported = source.body.find((node) => node.type === 'ExportDefaultDeclaration')
  const object = resolve(exported?.declaration, source)
  const container =
    object?.type === 'ObjectExpression' ? resolve(pluginsOf(object), source) : undefined
  return container?.type === 'ObjectExpression' || container?.type === 'ArrayExpression'
    ? insert(source, container, call)
    : undefined
}

/** Follows types, names, `defineConfig`, functions and `.filter(Boolean)` to a value. */
function resolve(node: ASTNode | null | undefined, source: Source): ASTNode | undefined {
  switch (node?.type) {
    case 'TSSatisfiesExpression':
    case 'TSAsExpression':
      return resolve(node.expression, source)
    case 'Identifier':
      return resolve(constant(node.name, source), source)
    case 'CallExpression':
      if (node.callee.type === 'Identifier')
        return node.callee.name === 'defineConfig' ? resolve(node.arguments[0], source) : undefined
      return node.callee.type === 'MemberExpression'
        ? resolve(node.callee.object, source)
        : undefined
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration':
      return node.body.type === 'BlockStatement'
        ? resolve(returned(node.body, source), source)
        : resolve(node.body, source)
    default:
      return node ?? undefined
  }
}

const constant = (name: string, { body }: Source) =>
  body
    .flatMap((node) =>
      node.type === 'VariableDeclaration' && node.kind === 'const' ? node.declarations : [],
    )
    .find(({ id }) => id.type === 'Identifier' && id.name === name)?.init

/** The value of the only `return` of a function. */
function returned({ body, ...block }: NodeOf<'BlockStatement'>, { tokens }: Source) {
  const { start, end } = spanOf(block)
  const returns = tokens.filter(
    (token) => token.value === 'return' && token.start > start && token.end < end,
  )
  const last = body.at(-1)
  return returns.length === 1 && last?.type === 'ReturnStatement' ? last.argument : undefined
}

/** The value of `plugins`; the object if it has no such key, and cannot get one from elsewhere. */
function pluginsOf(object: ObjectExpression): ASTNode | undefined {
  const named = object.properties.find(
    (one) =>
      one.type !== 'SpreadElement' &&
      !one.computed &&
      ((one.key.type === 'Identifier' && one.key.name === 'plugins') ||
        (one.key.type === 'StringLiteral' && one.key.value === 'plugins')),
  )
  if (named !== undefined) return named.type === 'ObjectProperty' ? named.value : undefined
  const isOpen = object.properties.some((one) => one.type === 'SpreadElement' || one.computed)
  return isOpen ? undefined : object
}

/** Adds the call behind the last plugin or key, and the import behind the last import. */
function insert({ text, body, tokens }: Source, container: Container, call: string): string {
  const { start, end } = spanOf(container)
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n'
  const lastImport = body
    .filter((node) => node.type === 'ImportDeclaration')
    .findLast((node) => text.slice(spanOf(node).end, start).includes('\n'))
  const isDouble = lastImport && text[spanOf(lastImport.source).start] === '"'
  const quoted = (code: string) => (isDouble ? code.replaceAll("'", '"') : code)
  const line = importLine(text, lastImport)
  const first = tokens.find((token) => token.start > start)
  // The opening bracket, the last item or its comma.
  const position = tokens.findLast((token) => token.end < end)?.end ?? end - 1
  const gap = text.slice(position, end - 1)
  const comments = gap.trimEnd()
  const isList = container.type === 'ArrayExpression'
  const isEmpty = first?.end === end
  const hasComma = text[position - 1] === ','
  const ownLine = /\n([ \t]*)$/
  const closing = ownLine.exec(gap)
  const [, indent = ''] = ownLine.exec(text.slice(0, first?.start)) ?? closing ?? []
  const space = isList && isEmpty ? '' : ' '
  return [
    text.slice(0, line.position),
    quoted(line.code) + lineEnd.repeat(lastImport ? 1 : 2),
    text.slice(line.position, position),
    hasComma || isEmpty ? '' : ',',
    comments,
    closing === null ? space : lineEnd + indent + (isEmpty ? '  ' : ''),
    quoted(isList ? call : `plugins: [${call}]`),
    hasComma ? ',' : '',
    gap.slice(comments.length) || (isEmpty ? space : ''),
    text.slice(end - 1),
  ].join('')
}

/** The import of the plugin, below the last one, or below a byte order mark and an interpreter. */
function importLine(text: string, last: NodeOf<'ImportDeclaration'> | undefined) {
  const code = `import { hashbang } from '${MODULE}'`
  if (last === undefined)
    return { position: /^\uFEFF?(?:#!.*\n)?/.exec(text)?.[0].length ?? 0, code }
  const { end } = spanOf(last)
  return { position: text.indexOf('\n', end) + 1, code: text[end - 1] === ';' ? `${code};` : code }
}

const spanOf = ({ start, end }: Pick<ASTNode, 'start' | 'end'>) => ({
  start: start ?? 0,
  end: end ?? 0,
})
