// The style sheets of a page in development, where no build lists them. In: modules, by their URLs. Out: URLs of the styles that
// they bring, in the order in which a browser evaluates them. Vite's client environment is asked to transform what it has not
// yet, as a browser would by importing it. A browser's imports begin with the base; the modules of the client do not.

import { type DevEnvironment, parseAst } from 'vite'

const STYLE = /\.(?:css|less|sass|scss|styl|stylus|pcss|postcss|sss)(?:$|\?)/

/**
 * Lists the styles of modules. A module that cannot be transformed brings none: whoever imports it reports why.
 *
 * @param base Path that the URLs of the styles begin with.
 */
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
      // First, where Vite itself puts it: plugins know their styles by how the query ends.
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

/** Lists what a module imports at once: not what its functions import later. */
const staticImports = (code: string): string[] =>
  parseAst(code).body.flatMap((statement) =>
    'source' in statement && statement.source ? [statement.source.value] : [],
  )
