// Adds the drawer of hashbang-router/devtools to pages of the dev server, never to a build or a
// snapshot.

import type { Plugin } from 'vite'
import { type Apps, appsOf, shellFile } from './page-files.ts'

const DOOR = 'hashbang-router/devtools'

const PATH = '@hashbang-devtools'

export function devtoolsPlugin(app: string | Apps): Plugin {
  let base = '/'
  return {
    name: 'hashbang-router:devtools',
    apply: (_, { command, isPreview }) => command === 'serve' && !isPreview,
    config: () => ({
      // No module of the project names it: Vite would find it late and reload the page.
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
