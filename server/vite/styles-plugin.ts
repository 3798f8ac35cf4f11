// Adds the styles of views to snapshots. Reads them from the client's build and writes them
// into the modules of the snapshot environment. In development it writes the modules' names
// instead.

import type { Plugin } from 'vite'
import { readStyles, type Styles, tellImports } from './styles.ts'

/** Creates the plugin. @param environment The name of the snapshot environment. */
export function stylesPlugin(environment: string): Plugin {
  let styles: Styles = new Map()
  let isBuild = false
  let base = '/'

  return {
    name: 'hashbang-router:styles',
    // The snapshot environment needs the styles of the client's build.
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
        const rewritten = await tellImports(code, async (specifier) => {
          if (!isBuild) return specifier.startsWith('/') ? [specifier] : []
          const module = await this.resolve(specifier, id)
          return styles.get(module?.id ?? '') ?? []
        })
        return rewritten === undefined ? undefined : { code: rewritten, map: null }
      },
    },
  }
}
