// Leaves packages to the workers: those of `resolve.external`, and in development all that Node can
// load. Vite itself does so for servers alone.

import { isBuiltin } from 'node:module'
import { isAbsolute, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { moduleResolve } from 'import-meta-resolve'
import type { Plugin } from 'vite'

export const externalPackages = (environment: string): Plugin => ({
  name: 'hashbang-router:external-packages',
  configEnvironment: {
    // After plugins of frameworks, which let Vite bundle packages for browsers.
    order: 'post',
    handler(name, options) {
      if (name === environment) options.optimizeDeps = { noDiscovery: true, include: [] }
    },
  },
  resolveId: {
    order: 'pre',
    filter: { id: /^[@\w]/ },
    async handler(id, importer, options) {
      const { name, config } = this.environment
      if (name !== environment || importer === undefined) return
      const { external, dedupe = [] } = config.resolve
      const isNamed = external === true || isOf(external, id)
      const isBuild = config.command === 'build'
      if (isBuild && isNamed) return { id, external: true }
      if (isBuild && !isBuiltin(id)) return
      const from = isAbsolute(importer) && !isOf(dedupe, id) ? importer : join(config.root, 'x')
      const file = isBuild ? undefined : fileOf(id, from, nodeConditions(config))
      // Vite leaves the URL of a file as it is, but not the name of a package.
      const externalFile = file && { id: file, external: true }
      if (externalFile && isNamed) return externalFile
      const resolved = await this.resolve(id, importer, { ...options, skipSelf: true })
      if (isScript(resolved?.id)) return isScript(file) ? externalFile : resolved
      return isBuiltin(id) ? { id, external: true } : resolved
    },
  },
})

const isOf = (packages: readonly string[], id: string): boolean =>
  packages.some((one) => id === one || id.startsWith(`${one}/`))

const isScript = (path = ''): boolean => /\/node_modules\/.*\.[cm]?js$/.test(path)

function fileOf(id: string, importer: string, conditions: Set<string>): string | undefined {
  try {
    return moduleResolve(id, pathToFileURL(importer.replace(/\?.*/s, '')), conditions).href
  } catch {
    return undefined
  }
}

interface Conditions {
  readonly isProduction: boolean
  readonly resolve: { readonly externalConditions: readonly string[] }
}

/** The conditions by which a worker resolves the imports of packages in development. */
export function nodeConditions({ isProduction, resolve }: Conditions): Set<string> {
  const mode = isProduction ? 'production' : 'development'
  const names = resolve.externalConditions.map((one) => (one.includes('|') ? mode : one))
  return new Set([...names, 'import'])
}
