// Puts each kept package, with all its imports, into one chunk. The page loader recognises kept
// chunks by name. The project's output options still apply to its own modules.
import type { Plugin } from 'vite'
import { withCounters } from '../snapshot/modules/counters.ts'
import { KEPT_CHUNK_NAME, type KeptRule } from '../snapshot/modules/kept.ts'

/** The output options that assign modules to chunks. */
export interface Output {
  readonly chunkFileNames?: string | ((chunk: Chunk) => string)
  readonly codeSplitting?: boolean | Splitting
  /** Its earlier name in Rolldown. */
  readonly advancedChunks?: Splitting
  /** Option of Rollup; Rolldown has the function, too. */
  readonly manualChunks?: NameOf | Readonly<Record<string, readonly string[]>>
  readonly inlineDynamicImports?: boolean
}

/** Names the chunk of a module; undefined or null: the bundler chooses. */
type NameOf = (id: string, meta: unknown) => string | null | undefined

interface Chunk {
  readonly name: string
  readonly moduleIds: readonly string[]
}

interface Splitting {
  readonly groups?: readonly Group[]
}

interface Group {
  readonly name: string | NameOf
  readonly test?: (id: string) => boolean
  readonly priority?: number
}

export type KeptPackages = Pick<KeptRule, 'names' | 'packageOf'>

const PREFIX = 'hashbang-kept-'

/** One chunk for each package, so that a page evaluates only the packages it needs. */
const nameOf = (packageName: string): string => PREFIX + packageName.replace(/\W+/g, '-')

/** Never split or dropped by size. */
const WHOLE = {
  minSize: 0,
  maxSize: Infinity,
  minModuleSize: 0,
  maxModuleSize: Infinity,
  minShareCount: 1,
}

/** Rolldown's own helpers, which keep no state. */
const RUNTIME = '\0rolldown/runtime.js'

/** @param assets The folder of chunks that the project does not name. */
export function splitByRolldown(
  output: Output,
  { names, packageOf }: KeptPackages,
  assets: string,
): Output {
  const {
    codeSplitting = true,
    inlineDynamicImports,
    manualChunks,
    advancedChunks,
    ...own
  } = output
  // The project wants one file: every page evaluates all of it.
  if (codeSplitting === false || inlineDynamicImports) return output
  const byName: Splitting =
    typeof manualChunks === 'function' ? { groups: [{ name: manualChunks }] } : {}
  const given = codeSplitting === true ? (advancedChunks ?? byName) : codeSplitting
  const groups = given.groups ?? []
  const highest = Math.max(0, ...groups.map(({ priority = 0 }) => priority))
  const packages = names.map((packageName) => ({
    ...WHOLE,
    name: nameOf(packageName),
    test: (id: string) => packageOf(id) === packageName,
    priority: highest + 2,
    includeDependenciesRecursively: false,
  }))
  const imports = {
    ...WHOLE,
    name: `${PREFIX}imports`,
    test: (id: string) => packageOf(id) !== undefined,
    priority: highest + 1,
    includeDependenciesRecursively: true,
  }
  return {
    ...own,
    chunkFileNames: keptNames(own.chunkFileNames, assets),
    codeSplitting: { ...given, groups: [...packages, imports, ...groups] },
  }
}

/** Changes options of Rollup. It puts imports into the importing module's chunk. */
export function splitByRollup(output: Output, { packageOf }: KeptPackages, assets: string): Output {
  const { inlineDynamicImports, manualChunks, chunkFileNames } = output
  if (inlineDynamicImports) return output
  // A record of packages is for browser caches, which workers do not have.
  const own = typeof manualChunks === 'function' ? manualChunks : () => undefined
  return {
    ...output,
    chunkFileNames: keptNames(chunkFileNames, assets),
    manualChunks(id, meta) {
      const name = packageOf(id)
      return name === undefined ? own(id, meta) : nameOf(name)
    },
  }
}

/** A chunk without modules can also be a facade of a dynamically imported project module. */
const isRuntime = ({ moduleIds }: Chunk): boolean =>
  moduleIds.length > 0 && moduleIds.every((id) => id === RUNTIME)

const keptNames =
  (own: Output['chunkFileNames'], assets: string) =>
  (chunk: Chunk): string =>
    chunk.name.startsWith(PREFIX) || isRuntime(chunk)
      ? KEPT_CHUNK_NAME
      : typeof own === 'function'
        ? own(chunk)
        : (own ?? `${assets}/[name]-[hash].js`)

/** Rolldown's wrapper of CommonJS: evaluates the module on the first call. */
const WRAPPED = /^var (\S+) = (?:\/\* @__PURE__ \*\/ )?__commonJS(?:Min)?\(/gm
const EXPORTS = /^export \{(.*)\};?$/m

/**
 * Evaluates the CommonJS modules of a kept chunk together with the chunk. Rolldown would evaluate
 * one for the first page that needs it, whose random numbers would then differ on later renders.
 * The chunk exports their exports, because pages can write to them.
 */
export const evaluateKept: Plugin = {
  name: 'hashbang-router:evaluate-kept',
  renderChunk: (code, { name }) => {
    const calls = name.startsWith(PREFIX) ? wrappedExports(code) : []
    if (calls.length === 0) return undefined
    return { code: `${code}\nexport const hashbangKept = [${calls.join()}];`, map: null }
  },
}

function wrappedExports(code: string): string[] {
  const [, exported = ''] = EXPORTS.exec(code) ?? []
  const names = new Set(exported.split(',').map((one) => one.trim().replace(/ as .*/, '')))
  return [...code.matchAll(WRAPPED)].flatMap(([, name = '']) =>
    names.has(name) ? [`${name}()`] : [],
  )
}

type Program = Parameters<typeof withCounters>[1]

/** Resets the counters of kept packages, such as React's for `useId`, for each page. */
export const countersPlugin = (environment: string, kept: KeptRule): Plugin => ({
  name: 'hashbang-router:counters',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === environment,
  transform: {
    filter: { id: /node_modules/ },
    handler(code, id) {
      if (kept.packageOf(id) === undefined) return
      const program = this.parse(code) as unknown as Program
      const changed = withCounters(code, program, kept.counters(id))
      // A line appended at the end keeps all positions.
      return changed === code ? undefined : { code: changed, map: null }
    },
  },
})
