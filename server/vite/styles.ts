// Links the style sheets of lazily imported views. In: the client's build, and the modules of the snapshot environment. Out:
// the same modules, which tell their worker of each dynamic import, so that the page waits for it, and what styles it brings.
// A browser gets these style sheets from Vite's loader of chunks, which adds them to the document by script. A snapshot has no
// script, so the worker lists them, and the server writes the links.

import { parseAst, type Rolldown } from 'vite'

/** Style sheets by the module whose dynamic import brings them. */
export type Styles = ReadonlyMap<string, readonly string[]>

type Bundle = Rolldown.OutputBundle

/** Reads the client's build. A module that is part of an entry is not in the result: its styles are linked by the shell. */
export function readStyles(bundle: Bundle, base: string): Styles {
  const styles = new Map<string, readonly string[]>()
  for (const file of Object.values(bundle)) {
    if (file.type !== 'chunk' || !file.isDynamicEntry || file.facadeModuleId === null) continue
    const found = stylesOf(file.fileName, bundle, new Set())
    if (found.length > 0)
      styles.set(
        file.facadeModuleId,
        [...new Set(found)].map((name) => base + name),
      )
  }
  return styles
}

// What a view imports lazily is listed with it: a thread imports it once, for the first page that shows it, and every page that
// shows it needs its styles. Entries end the walk: their styles are in the shell, and the routes that they hold lead anywhere.
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

interface ImportExpression {
  readonly type: string
  readonly source?: { readonly value?: unknown }
  readonly start: number
  readonly end: number
}

interface DynamicImport {
  readonly start: number
  /** What is imported, if the code says it as text. */
  readonly specifier: string | undefined
  readonly end: number
}

/**
 * Hands the promise of each dynamic import to the worker, with the styles that `stylesOf` gives for it. Outside of a worker
 * nothing changes. Undefined: there is no such import.
 */
export async function tellImports(
  code: string,
  stylesOf: (specifier: string) => Promise<readonly string[]>,
): Promise<string | undefined> {
  let text = ''
  let from = 0
  for (const { start, end, specifier } of dynamicImports(code)) {
    const styles = specifier === undefined ? [] : await stylesOf(specifier)
    const tell = '(globalThis[Symbol.for("hashbang-router.imported")] ?? ((module) => module))'
    text += `${code.slice(from, start)}${tell}(${code.slice(start, end)}, ${JSON.stringify(styles)})`
    from = end
  }
  return from === 0 ? undefined : text + code.slice(from)
}

function dynamicImports(code: string): DynamicImport[] {
  const found: DynamicImport[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) visit(one)
    else if (typeof node === 'object' && node !== null) {
      const { type, source, start, end } = node as Partial<ImportExpression>
      // What stands inside an import's own arguments is never an import of a view.
      if (type === 'ImportExpression') {
        const specifier = typeof source?.value === 'string' ? source.value : undefined
        found.push({ start: Number(start), end: Number(end), specifier })
      } else for (const child of Object.values(node)) visit(child)
    }
  }
  visit(parseAst(code))
  return found.sort((a, b) => a.start - b.start)
}
