// Links the style sheets of lazily imported views. Vite's chunk loader would name files of the
// workers' build: see docs/decisions/0014. Each dynamic import reports its styles to the worker, in
// development the module instead, and the server writes the links.

import type { AnyNode, ImportExpression } from 'acorn'
import { type DevEnvironment, type Plugin, parseAst, type Rolldown } from 'vite'
import { EditedText, walk } from '../snapshot/modules/rewrite-source.ts'

type Styles = ReadonlyMap<string, readonly string[]>

type Bundle = Rolldown.OutputBundle

export function stylesPlugin(environment: string): Plugin {
  let styles: Styles = new Map()
  let isBuild = false
  let base = '/'

  return {
    name: 'hashbang-router:styles',
    // The workers' build needs the styles of the client's.
    sharedDuringBuild: true,
    configResolved(config) {
      isBuild = config.command === 'build'
      base = config.base
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        if (this.environment.name === 'client') styles = readStyles(bundle, base)
      },
    },
    transform: {
      // Runs last, on the final imports.
      order: 'post',
      filter: { code: /\bimport\s*\(/ },
      async handler(code, id) {
        if (this.environment.name !== environment) return
        const rewritten = await reportImports(code, async (specifier) => {
          if (!isBuild) return specifier.startsWith('/') ? [specifier] : []
          const module = await this.resolve(specifier, id)
          return styles.get(module?.id ?? '') ?? []
        })
        return rewritten === undefined ? undefined : { code: rewritten, map: null }
      },
    },
  }
}

/** Reads the client's build. Leaves out modules of an entry: the shell links their styles. */
function readStyles(bundle: Bundle, base: string): Styles {
  const styles = new Map<string, readonly string[]>()
  for (const file of Object.values(bundle)) {
    if (file.type !== 'chunk' || !file.isDynamicEntry || file.facadeModuleId === null) continue
    const sheets = stylesOf(file.fileName, bundle, new Set())
    if (sheets.length > 0)
      styles.set(
        file.facadeModuleId,
        [...new Set(sheets)].map((name) => base + name),
      )
  }
  return styles
}

// Includes a view's own lazy imports: a worker imports them once, but every page needs the styles.
// Stops at entries: the shell links theirs.
function stylesOf(name: string, bundle: Bundle, seen: Set<string>): string[] {
  const chunk = bundle[name]
  if (chunk?.type !== 'chunk' || chunk.isEntry || seen.has(name)) return []
  seen.add(name)
  const { viteMetadata } = chunk as { viteMetadata?: { importedCss: ReadonlySet<string> } }
  return [
    ...chunk.imports.flatMap((other) => stylesOf(other, bundle, seen)),
    ...(viteMetadata?.importedCss ?? []),
    ...chunk.dynamicImports.flatMap((other) => stylesOf(other, bundle, seen)),
  ]
}

/** Reports each dynamic import to a worker, with its styles. Undefined: no such import. */
async function reportImports(
  code: string,
  stylesOf: (specifier: string) => Promise<readonly string[]>,
): Promise<string | undefined> {
  const edited = new EditedText(code)
  const imports: ImportExpression[] = []
  walk(parseAst(code) as AnyNode, (node) => {
    // An import inside another import's arguments is never a view.
    if (node.type === 'ImportExpression' && node.start >= (imports.at(-1)?.end ?? 0))
      imports.push(node)
  })
  for (const { start, end, source } of imports) {
    const value = source.type === 'Literal' ? source.value : undefined
    const styles = typeof value === 'string' ? await stylesOf(value) : []
    edited.replace(start, start, `${REPORT}(`)
    edited.insert(end, `, ${JSON.stringify(styles)})`)
  }
  return imports.length === 0 ? undefined : edited.toString()
}

const REPORT = '(globalThis[Symbol.for("hashbang-router.imported")] ?? ((module) => module))'

const STYLE = /\.(?:css|less|sass|scss|styl|stylus|pcss|postcss|sss)(?:$|\?)/

/**
 * Lists the style sheets of a page in development, in evaluation order. A browser's imports begin
 * with the base, the modules of Vite's client environment do not. Skips a module that cannot be
 * transformed: its importer reports the error.
 */
export async function devStyles(client: DevEnvironment, modules: readonly string[], base: string) {
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
