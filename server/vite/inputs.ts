// What is built: every page of the project beside what its configuration names, and the app modules for the workers.
// In: an environment's options. Out: nothing; its input is replaced, as Vite would join it to that of other environments.
// Vite 8 calls the options of its bundler after Rolldown, Vite 7 after Rollup.

import { resolve } from 'node:path'
import type { EnvironmentOptions } from 'vite'
import * as vite from 'vite'

type Input = string | readonly string[] | Readonly<Record<string, string>>
type Bundler = { input?: Input; output?: unknown }

const NAME = 'rolldownVersion' in vite ? 'rolldownOptions' : 'rollupOptions'

/** Lets the client's build have these HTML files besides what it has. @param files Relative to `root`. */
export function addPages(
  options: EnvironmentOptions,
  root: string,
  files: readonly string[],
): void {
  const { input: own = 'input' in options ? (options.input as Input) : undefined } = of(options)
  const named = own === undefined ? [] : typeof own === 'string' ? [own] : Object.values(own)
  const known = new Set(named.map((file) => resolve(root, file)))
  const missing = files.map((file) => resolve(root, file)).filter((file) => !known.has(file))
  const isRecord = typeof own === 'object' && !Array.isArray(own)
  const added = missing.map((file, index) => [`page-${index}`, file] as const)
  replace(options, {
    input: isRecord ? { ...own, ...Object.fromEntries(added) } : [...named, ...missing],
  })
}

/** Makes the workers' build have these modules, each in a file of its own, and no others. @param modules Files by name. */
export function setModules(
  options: EnvironmentOptions,
  modules: Readonly<Record<string, string>>,
): void {
  const { output } = of(options)
  const own = typeof output === 'object' && !Array.isArray(output) ? output : {}
  replace(options, { input: modules, output: { ...own, entryFileNames: '[name].js' } })
}

const of = ({ build }: EnvironmentOptions): Bundler =>
  (build as Record<string, Bundler> | undefined)?.[NAME] ?? {}

function replace(options: EnvironmentOptions, change: Bundler): void {
  const changed = { ...of(options), ...change }
  options.build = { ...options.build, [NAME]: changed }
}
