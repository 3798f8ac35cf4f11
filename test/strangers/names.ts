/** Reads the names of the views in sources of the corpus. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'

/** @returns `library/view` of every file in the folder, sorted. */
export const viewsIn = (views: string): string[] => namesIn(views, viewsOf)

/** @returns `library/leaf` of the files that have pages which leave something behind, sorted. */
export const leavesIn = (views: string): string[] => namesIn(views, leavesOf)

type Statement = ReturnType<typeof parseAst>['body'][number]
type Node = Extract<Statement, { type: 'ExportDefaultDeclaration' }>['declaration']
type Read = (body: readonly Statement[], file: string) => readonly string[]

function namesIn(views: string, read: Read): string[] {
  return readdirSync(views)
    .flatMap((file) => {
      const code = readFileSync(join(views, file), 'utf8')
      return read(parseAst(code, { lang: 'tsx' }).body, file).map(
        (key) => `${file.replace(/\.\w+$/, '')}/${key}`,
      )
    })
    .sort()
}

function viewsOf(body: readonly Statement[], file: string): readonly string[] {
  const statement = body.find(({ type }) => type === 'ExportDefaultDeclaration')
  const keys =
    statement?.type === 'ExportDefaultDeclaration' ? keysOf(statement.declaration) : undefined
  if (keys !== undefined) return keys
  throw new Error(`${file} has no "export default cases({ … })", which names its views.`)
}

function leavesOf(body: readonly Statement[]): readonly string[] {
  for (const statement of body) {
    if (statement.type !== 'ExportNamedDeclaration') continue
    const { declaration } = statement
    if (declaration?.type !== 'VariableDeclaration') continue
    const [declared] = declaration.declarations
    if (declared?.id.type === 'Identifier' && declared.id.name === 'leaves')
      return keysOf(declared.init) ?? []
  }
  return []
}

/** The names in a call of `cases`. */
function keysOf(call: Node | null): string[] | undefined {
  const argument = call?.type === 'CallExpression' ? call.arguments[0] : undefined
  const object = argument?.type === 'TSAsExpression' ? argument.expression : argument
  if (object?.type !== 'ObjectExpression') return undefined
  return object.properties.flatMap((property) => {
    if (property.type !== 'Property') return []
    const { key } = property
    if (key.type === 'Identifier') return [key.name]
    return key.type === 'Literal' ? [String(key.value)] : []
  })
}
