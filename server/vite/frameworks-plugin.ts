// Bundles view helpers with the app, so that workers have one copy of each framework. Declares the
// outlet to Vue's compiler, and adds Angular's compiler in development.

import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const PEERS: Readonly<Record<string, readonly string[]>> = {
  angular: ['@angular/core', '@angular/platform-browser'],
  angularjs: ['angular'],
  preact: ['preact'],
  react: ['react', 'react-dom'],
  solid: ['solid-js'],
  svelte: ['svelte'],
  vue: ['vue'],
}
const HELPER = /^hashbang-router\/(angular|angularjs|preact|react|solid|svelte|vue)$/

/** Snapshots have no hot updates, which Vue's plugin does not check. */
const HOT = /\bimport\.meta\.hot\.(?=[a-z]+\()/g

interface VueOptions {
  readonly template?: {
    readonly compilerOptions?: { readonly isCustomElement?: (tag: string) => boolean | undefined }
  }
}

/** Compiles `<hashbang-outlet>` as an element, not as a component. */
function withOutlet(options: VueOptions): VueOptions {
  const { template } = options
  const isElementOfProject = template?.compilerOptions?.isCustomElement
  const isCustomElement = (tag: string) =>
    tag === 'hashbang-outlet' || isElementOfProject?.(tag) === true
  const compilerOptions = { ...template?.compilerOptions, isCustomElement }
  return { ...options, template: { ...template, compilerOptions } }
}

export function frameworksPlugin(environment: string, apps: readonly string[]): Plugin {
  let files: ReadonlySet<string> = new Set()
  return {
    name: 'hashbang-router:frameworks',
    configResolved({ command, plugins, root }) {
      for (const { name, api } of plugins as readonly Plugin<{ options: VueOptions }>[])
        if (name === 'vite:vue' && api) api.options = withOutlet(api.options)
      const isAngular = plugins.some(({ name }) => /angular/i.test(name))
      if (command === 'serve' && isAngular)
        files = new Set(apps.map((file) => resolve(root, file).replaceAll('\\', '/')))
    },
    resolveId: {
      order: 'pre',
      filter: { id: HELPER },
      async handler(id, importer) {
        const peers = PEERS[HELPER.exec(id)?.[1] ?? '']
        if (peers === undefined) return
        const resolved = await Promise.all(peers.map((peer) => this.resolve(peer, importer)))
        if (resolved.includes(null))
          throw new Error(
            `"${id}" needs ${peers.join(' and ')}: run npm install ${peers.join(' ')}`,
          )
        if (this.environment.name !== environment) return
        return fileURLToPath(import.meta.resolve(id))
      },
    },
    transform: {
      // Runs last: Angular's own plugin replaces modules of its compiler.
      order: 'post',
      handler(code, id) {
        if (this.environment.name !== environment) return
        // On the first line, so that line numbers stay.
        const whole = files.has(id) ? `import '@angular/compiler';${code}` : code
        return { code: whole.replace(HOT, 'import.meta.hot?.'), map: null }
      },
    },
  }
}
