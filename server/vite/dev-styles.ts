// Lists the style sheets of a page in development, in evaluation order. A browser's imports begin
// with the base, the modules of Vite's client environment do not.

import { type DevEnvironment, parseAst } from 'vite'

const STYLE = /\.(?:css|less|sass|scss|styl|stylus|pcss|postcss|sss)(?:$|\?)/

/** Skips a module that cannot be transformed: its importer reports the error. */
export async function devStyles(
  client: DevEnvironment,
  modules: readonly string[],
  base: string,
): Promise<readonly string[]> {
  const styles = new Set<string>()
  const seen = new Set<string>()

  async function visit(imported: string): Promise<void> {
    const url = imported.startsWith(base) ? imported.slice(base.length - 1) : imported
    if (seen.has(url)) return
    seen.add(url)
    if (STYLE.test(url) && !/[?&](?:url|raw|inline)\b/.test(url)) {
      // First, as Vite does: plugins recognise their styles by the end of the query.
      const [path, query] = url.split('?', 2)
      styles.add(`${base.slice(0, -1)}${path}?direct${query ? `&${query}` : ''}`)
      return
    }
    if (url.includes('/node_modules/.vite/')) return
    const module = await client.transformRequest(url).catch(() => null)
    for (const next of staticImports(module?.code ?? '')) await visit(next)
  }

  for (const url of modules) await visit(url)
  return [...styles]
}

const staticImports = (code: string): string[] =>
  parseAst(code).body.flatMap((statement) =>
    'source' in statement && statement.source ? [statement.source.value] : [],
  )
