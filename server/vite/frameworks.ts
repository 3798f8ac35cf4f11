// The part of the plugin that gives the snapshot workers one copy of each framework. In: imports of our own helpers for views,
// and the app modules. Out: helpers that are bundled with the app, as their framework is; for Angular in development its
// compiler, which its packages want where no build has linked them.

import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const HELPER = /^hashbang-router\/(?:angular|angularjs|preact|react|solid|svelte|vue)$/

/** Makes the part. @param environment The name of the snapshot environment. @param apps Files of the app modules. */
export function frameworksPlugin(environment: string, apps: readonly string[]): Plugin {
  let files: ReadonlySet<string> = new Set()
  return {
    name: 'hashbang-router:frameworks',
    configResolved({ command, plugins, root }) {
      const isAngular = plugins.some(({ name }) => /angular/i.test(name))
      if (command === 'serve' && isAngular)
        files = new Set(apps.map((file) => resolve(root, file).replaceAll('\\', '/')))
    },
    resolveId: {
      order: 'pre',
      filter: { id: HELPER },
      handler(id) {
        if (this.environment.name !== environment || !HELPER.test(id)) return
        return fileURLToPath(import.meta.resolve(id))
      },
    },
    transform: {
      // Last: Angular's own plugin takes modules from its compiler, whatever others have made of them.
      order: 'post',
      handler(code, id) {
        if (this.environment.name !== environment || !files.has(id)) return
        // On the first line, so that the others keep their numbers.
        return { code: `import '@angular/compiler';${code}`, map: null }
      },
    },
  }
}
