// The part of the plugin that gives snapshots the styles of their views: reads them from the client's build, and writes them
// into the modules of the snapshot environment, where in development the modules themselves are named instead.

import type { Plugin } from 'vite'
import { readStyles, type Styles, tellImports } from './styles.ts'

/** Makes the part. @param environment The name of the snapshot environment. */
export function stylesPlugin(environment: string): Plugin {
  let styles: Styles = new Map()
  let isBuild = false
  let base = '/'

  return {
    name: 'hashbang-router:styles',
    // What the client's build has found is wanted in the other environment's.
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
      // Last, when imports are as they will be run.
      order: 'post',
      filter: { code: /\bimport\s*\(/ },
      async handler(code, id) {
        if (this.environment.name !== environment) return
        const told = await tellImports(code, async (specifier) => {
          if (!isBuild) return specifier.startsWith('/') ? [specifier] : []
          const module = await this.resolve(specifier, id)
          return styles.get(module?.id ?? '') ?? []
        })
        return told === undefined ? undefined : { code: told, map: null }
      },
    },
  }
}
