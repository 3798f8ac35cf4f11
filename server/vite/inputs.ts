// Sets the inputs of a build: all pages for the client, the app modules for the workers. In place,
// because Vite would merge an input with other environments'.

import { resolve } from 'node:path'
import type { EnvironmentOptions } from 'vite'
import { BUNDLER, type KeptPackages, type Output, outputOf } from './kept-chunks.ts'

type Input = string | readonly string[] | Readonly<Record<string, string>>
type Bundler = { input?: Input; output?: unknown }

/** Adds these HTML files to the client's build. @param files Relative to `root`. */
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

/** Makes these modules, by name, the only inputs of the workers' build. */
export function setModules(
  options: EnvironmentOptions,
  modules: Readonly<Record<string, string>>,
  kept: KeptPackages,
): void {
  const { output } = of(options)
  const own: Output = typeof output === 'object' && !Array.isArray(output) ? (output ?? {}) : {}
  replace(options, { input: modules, output: outputOf(own, kept) })
}

const of = ({ build }: EnvironmentOptions): Bundler =>
  (build as Record<string, Bundler> | undefined)?.[BUNDLER] ?? {}

function replace(options: EnvironmentOptions, change: Bundler): void {
  const changed = { ...of(options), ...change }
  options.build = { ...options.build, [BUNDLER]: changed }
}
