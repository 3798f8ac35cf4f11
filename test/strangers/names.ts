/** Reads the names of the views in sources of the corpus. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'

/** @returns `library/view` of every file in the folder, sorted. */
export function namesIn(views: string): string[] {
  return readdirSync(views)
    .flatMap((file) => {
      const code = readFileSync(join(views, file), 'utf8')
      return keysOf(code, file).map((key) => `${file.replace(/\.\w+$/, '')}/${key}`)
    })
    .sort()
}

function keysOf(code: string, file: string): string[] {
  for (const statement of parseAst(code, { lang: 'tsx' }).body) {
    if (statement.type !== 'ExportDefaultDeclaration') continue
    const { declaration } = statement
    const argument = declaration.type === 'CallExpression' ? declaration.arguments[0] : undefined
    const object = argument?.type === 'TSAsExpression' ? argument.expression : argument
    if (object?.type !== 'ObjectExpression') break
    return object.properties.flatMap((property) => {
      if (property.type !== 'Property') return []
      const { key } = property
      return key.type === 'Identifier'
        ? [key.name]
        : key.type === 'Literal'
          ? [String(key.value)]
          : []
    })
  }
  throw new Error(`${file} has no "export default cases({ … })", which names its views.`)
}
