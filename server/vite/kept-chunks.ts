// Puts each kept package, and its imports, into chunks of the workers' build, which the page loader
// knows by name. Vite 8 names its options after Rolldown, Vite 7 after Rollup.

import type { Plugin } from 'vite'
import * as vite from 'vite'
import { withCounters } from '../snapshot/modules/counters.ts'
import { KEPT_CHUNK_NAME, type KeptRule } from '../snapshot/modules/kept-packages.ts'

const IS_ROLLDOWN = 'rolldownVersion' in vite

export const BUNDLER = IS_ROLLDOWN ? 'rolldownOptions' : 'rollupOptions'

export interface Output {
  readonly chunkFileNames?: string | ((chunk: { readonly name: string }) => string)
  readonly entryFileNames?: string
  readonly codeSplitting?: unknown
  readonly advancedChunks?: unknown
  readonly manualChunks?: unknown
  readonly inlineDynamicImports?: boolean
}

const PREFIX = 'hashbang-kept-'

export type KeptPackages = Pick<KeptRule, 'names' | 'packageOf'>

const nameOf = (packageName: string): string => PREFIX + packageName.replace(/\W+/g, '-')

/**
 * One chunk for each kept package, so that the first page that imports it evaluates it. A project's
 * own chunks are for browsers' caches.
 */
export function outputOf(given: Output, { names, packageOf }: KeptPackages): Output {
  const { codeSplitting, advancedChunks, manualChunks, inlineDynamicImports, ...own } = given
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
    ...own,
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
