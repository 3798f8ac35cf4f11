// Sets the inputs of both builds, and puts each kept package, with its imports, into chunks of the
// workers' build, which the page loader knows by name. Vite 8 names its options after Rolldown,
// Vite 7 after Rollup.

import { resolve } from 'node:path'
import type { EnvironmentOptions, Plugin } from 'vite'
import * as vite from 'vite'
import { withCounters } from '../snapshot/modules/counters.ts'
import { KEPT_CHUNK_NAME, type KeptRule } from '../snapshot/modules/kept-packages.ts'

const IS_ROLLDOWN = 'rolldownVersion' in vite

const BUNDLER = IS_ROLLDOWN ? 'rolldownOptions' : 'rollupOptions'

interface Output {
  readonly chunkFileNames?: string | ((chunk: { readonly name: string }) => string)
  readonly entryFileNames?: string
  readonly codeSplitting?: unknown
  readonly advancedChunks?: unknown
  readonly manualChunks?: unknown
  readonly inlineDynamicImports?: boolean
}

const PREFIX = 'hashbang-kept-'

type KeptPackages = Pick<KeptRule, 'names' | 'packageOf'>

const nameOf = (packageName: string): string => PREFIX + packageName.replace(/\W+/g, '-')

/**
 * One chunk for each kept package, so that the first page that imports it evaluates it. A project's
 * own chunks are for browsers' caches.
 */
function outputOf(projectOutput: Output, { names, packageOf }: KeptPackages): Output {
  const { codeSplitting, advancedChunks, manualChunks, inlineDynamicImports, ...others } =
    projectOutput
  const packages = names.map((one) => ({
    name: nameOf(one),
    test: (id: string) => packageOf(id) === one,
    priority: 1,
    includeDependenciesRecursively: false,
  }))
  const imports = {
    name: `${PREFIX}imports`,
    test: (id: string) => packageOf(id) !== undefined,
    includeDependenciesRecursively: true,
  }
  return {
    ...others,
    ...(IS_ROLLDOWN
      ? { codeSplitting: { groups: [...packages, imports] } }
      : {
          manualChunks(id: string) {
            const name = packageOf(id)
            return name && nameOf(name)
          },
        }),
    chunkFileNames: ({ name }) =>
      name.startsWith(PREFIX) ? KEPT_CHUNK_NAME : 'assets/[name]-[hash].js',
    entryFileNames: '[name].js',
  }
}

type Input = string | readonly string[] | Readonly<Record<string, string>>
type Bundler = { input?: Input; output?: unknown; preserveEntrySignatures?: 'allow-extension' }

/** Adds these HTML files to the client's build. @param files Relative to `root`. */
export function addPages(options: EnvironmentOptions, root: string, files: readonly string[]) {
  const { input: projectInput = 'input' in options ? (options.input as Input) : undefined } =
    of(options)
  const named =
    projectInput === undefined
      ? []
      : typeof projectInput === 'string'
        ? [projectInput]
        : Object.values(projectInput)
  const present = new Set(named.map((file) => resolve(root, file)))
  const missing = files.map((file) => resolve(root, file)).filter((file) => !present.has(file))
  const isRecord = typeof projectInput === 'object' && !Array.isArray(projectInput)
  const added = missing.map((file, index) => [`page-${index}`, file] as const)
  replace(options, {
    input: isRecord ? { ...projectInput, ...Object.fromEntries(added) } : [...named, ...missing],
  })
}

/** Makes these modules, by name, the only inputs of the workers' build. */
export function setModules(
  options: EnvironmentOptions,
  modules: Readonly<Record<string, string>>,
  kept: KeptPackages,
): void {
  const { output: configured } = of(options)
  const projectOutput: Output =
    typeof configured === 'object' && !Array.isArray(configured) ? (configured ?? {}) : {}
  const output = outputOf(projectOutput, kept)
  replace(options, { input: modules, output, preserveEntrySignatures: 'allow-extension' })
}

const of = ({ build }: EnvironmentOptions): Bundler =>
  (build as Record<string, Bundler> | undefined)?.[BUNDLER] ?? {}

/** In place, because Vite would merge an input with other environments'. */
function replace(options: EnvironmentOptions, change: Bundler): void {
  const changed = { ...of(options), ...change }
  options.build = { ...options.build, [BUNDLER]: changed }
}

/** Rolldown's wrapper of CommonJS, which evaluates the module on the first call. */
const WRAPPED = /^var (\S+) = (?:\/\* @__PURE__ \*\/ )?__commonJS(?:Min)?\(/gm
const EXPORTS = /^export \{(.*)\};?$/m

/**
 * Evaluates CommonJS modules with their kept chunk. Rolldown would evaluate them during one page,
 * whose random numbers would then differ later. The chunk exports their exports, which pages can
 * write to.
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
