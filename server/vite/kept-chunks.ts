/**
 * Puts the modules of each kept package, with all that they import, into a chunk by whose name the loader of pages keeps them. In:
 * the options of a build's output. Out: the same with a group of chunks more. The project's own options stay in force for its own modules.
 */
import type { Plugin } from 'vite'
import { KEPT_CHUNK_NAME, type KeptRule } from '../modules/kept.ts'

/** The options of an output that say what is in which chunk. */
export interface Output {
  readonly chunkFileNames?: string | ((chunk: Chunk) => string)
  /** Rolldown. */
  readonly codeSplitting?: boolean | Splitting
  /** The name that Rolldown had for it before. */
  readonly advancedChunks?: Splitting
  /** Rollup; Rolldown has the function, too. */
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

/** The packages that are kept. */
export type KeptPackages = Pick<KeptRule, 'names' | 'packageOf'>

const PREFIX = 'hashbang-kept-'

/** A chunk for each package: a page that needs one of them evaluates no other. */
const nameOf = (packageName: string): string => PREFIX + packageName.replace(/\W+/g, '-')

/** Never cut nor left out by size. */
const WHOLE = {
  minSize: 0,
  maxSize: Infinity,
  minModuleSize: 0,
  maxModuleSize: Infinity,
  minShareCount: 1,
}

/** Rolldown's own helpers, which remember nothing. */
const RUNTIME = '\0rolldown/runtime.js'

/** Changes options of Rolldown. @param assets The folder of chunks that the project does not name. */
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

/** Changes options of Rollup. It puts what a module imports into the chunk of the module. */
export function splitByRollup(output: Output, { packageOf }: KeptPackages, assets: string): Output {
  const { inlineDynamicImports, manualChunks, chunkFileNames } = output
  if (inlineDynamicImports) return output
  // A record of packages serves the caches of browsers, which a worker has none of.
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

/** One without modules stands for a module of the project that is imported dynamically, too. */
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

/** Where Rolldown wraps CommonJS: a function that evaluates the module when it is first called. */
const WRAPPED = /^var (\S+) = (?:\/\* @__PURE__ \*\/ )?__commonJS(?:Min)?\(/gm
const EXPORTS = /^export \{(.*)\};?$/m

/**
 * Evaluates the CommonJS modules of a kept chunk with the chunk. Rolldown would leave it to the page that needs one first, which
 * would then have other random numbers than the same page later. What they export is an export of the chunk, as pages can write it.
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
