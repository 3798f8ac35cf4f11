// Puts the drawer of hashbang-router/devtools into the pages of the dev server. In: the app modules of the pages. Out: a plugin.
// It is there while Vite serves only: a build knows nothing of it, and a snapshot has no scripts.

import type { Plugin } from 'vite'
import { type Apps, appsOf, shellFile } from './pages.ts'

const DOOR = 'hashbang-router/devtools'

/** What browsers ask for below the base. */
const PATH = '@hashbang-devtools'

/** Makes the plugin. */
export function devtoolsPlugin(app: string | Apps): Plugin {
  let base = '/'
  return {
    name: 'hashbang-router:devtools',
    apply: (_, { command, isPreview }) => command === 'serve' && !isPreview,
    config: () => ({
      // No module of the project's own names it, so that Vite would find it late and load the page twice.
      environments: { client: { optimizeDeps: { include: [DOOR] } } },
    }),
    configResolved(config) {
      base = config.base
    },
    resolveId: (id) => (id === `/${PATH}` ? id : undefined),
    load: (id) =>
      id === `/${PATH}` ? `import { devtools } from '${DOOR}'\n\ndevtools()\n` : undefined,
    transformIndexHtml(_, { path }) {
      const file = path.replace(/^\//, '')
      if (!Object.keys(appsOf(app, base)).some((page) => shellFile(page, base) === file)) return
      return [
        {
          tag: 'script',
          attrs: { type: 'module', src: `${base}${PATH}` },
          injectTo: 'body' as const,
        },
      ]
    },
  }
}
