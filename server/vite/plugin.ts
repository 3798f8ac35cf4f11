// The Vite plugin: snapshots of the running dev server, and a bundle for the snapshot workers beside the
// client's. In: which module is the app of which page. Out: a plugin.
// The app never runs in Vite's own process: a snapshot needs a DOM, and Vite must not see one.

import { basename, join } from 'node:path'
import {
  type EnvironmentOptions,
  mergeConfig,
  type Plugin,
  type PreviewServer,
  type ResolvedConfig,
  transformWithOxc,
  type ViteDevServer,
} from 'vite'
import { toNode } from '../node.ts'
import { createShell } from '../shell.ts'
import { createHandler } from '../site.ts'
import { devMiddleware } from './dev.ts'
import { SnapshotEnvironment } from './environment.ts'
import { shellFile } from './pages.ts'

/** Options of the plugin. */
export interface HashbangOptions {
  /**
   * The module that exports `routes` and `context` for snapshots, relative to Vite's root; with several pages
   * a record of such modules by the pages' paths, such as `{ '/': 'app.ts', '/admin.html': 'admin.ts' }`.
   */
  readonly app: string | Readonly<Record<string, string>>
  /** Scheme, host and port for absolute URLs of development. Default: the dev server's own. */
  readonly origin?: string
}

const NAME = 'hashbang'
const SSR = 'import.meta.env.SSR'

/**
 * Makes the plugin. `vite` answers ugly URLs with snapshots of the sources as they are now; `vite build` writes
 * the client to `dist/client` and the apps to `dist/worker`; `vite preview` serves both as production does.
 * Every page gets the fragment tag.
 *
 * Packages that cannot be bundled, such as those with native parts, go into
 * `environments.hashbang.resolve.external` of the Vite configuration.
 */
export function hashbang({ app, origin }: HashbangOptions): Plugin {
  let config: ResolvedConfig
  const apps = () => (typeof app === 'string' ? { [config.base]: app } : app)

  return {
    name: 'hashbang-router',
    config(user, { command }) {
      const modules = typeof app === 'string' ? [app] : Object.values(app)
      const client = { build: { outDir: user.build?.outDir ?? 'dist/client' } }
      // Vite lays what a plugin returns over the user's own configuration; here it is the other way round.
      const over = (defaults: EnvironmentOptions, name: string) =>
        mergeConfig(defaults, user.environments?.[name] ?? {}, false)
      return {
        builder: {},
        environments: {
          client: over(client, 'client'),
          [NAME]: over(workerEnvironment(modules, command), NAME),
        },
      }
    },
    configResolved(resolved) {
      config = resolved
    },
    async buildApp(builder) {
      for (const name of ['client', NAME]) {
        const environment = builder.environments[name]
        if (environment && !environment.isBuilt) await builder.build(environment)
      }
    },
    // Vite says of every environment but the client's that it renders on a server, and takes no other word
    // for it. An app that asks would show a crawler other content than a person.
    transform: {
      order: 'pre',
      filter: { code: SSR },
      handler(code, id) {
        if (this.environment.name !== NAME) return
        return transformWithOxc(code, id, { define: { [SSR]: 'false' } })
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { path }) {
        const files = Object.keys(apps()).map((page) => shellFile(page, config.base))
        if (!files.includes(path.replace(/^\//, '')) || createShell(html).hasFragmentTag) return
        return [
          { tag: 'meta', attrs: { name: 'fragment', content: '!' }, injectTo: 'head' as const },
        ]
      },
    },
    configureServer(server) {
      server.middlewares.use(devMiddleware(server, snapshotsOf(server), apps(), origin))
    },
    hotUpdate({ modules }) {
      const { environment } = this
      if (!(environment instanceof SnapshotEnvironment) || modules.length === 0) return
      environment.renew()
      return []
    },
    async configurePreviewServer(server) {
      server.middlewares.use(await previewMiddleware(server, apps(), origin))
    },
  }
}

function workerEnvironment(
  modules: readonly string[],
  command: 'build' | 'serve',
): EnvironmentOptions {
  return {
    consumer: 'server',
    // A snapshot shows what a browser shows, so what a library has for browsers is what it must take.
    resolve: {
      conditions: ['browser', 'module', 'import', 'default', 'development|production'],
      externalConditions: ['browser'],
      external: ['hashbang-router'],
      ...(command === 'build' ? { noExternal: true as const } : {}),
    },
    dev: {
      createEnvironment: (name, resolved) =>
        new SnapshotEnvironment(name, resolved, { hot: false }),
    },
    build: {
      outDir: 'dist/worker',
      emptyOutDir: true,
      copyPublicDir: false,
      minify: false,
      sourcemap: true,
      target: 'node20',
      rolldownOptions: {
        input: Object.fromEntries(modules.map((file) => [appName(file), file])),
        output: { entryFileNames: '[name].js' },
      },
    },
  }
}

const appName = (file: string): string => basename(file).replace(/\.\w+$/, '')

function snapshotsOf(server: ViteDevServer): SnapshotEnvironment {
  const environment = server.environments[NAME]
  if (environment instanceof SnapshotEnvironment) return environment
  throw new TypeError(
    `Cannot make snapshots in development: another plugin has replaced the environment "${NAME}"`,
  )
}

async function previewMiddleware(
  server: PreviewServer,
  apps: Readonly<Record<string, string>>,
  origin: string | undefined,
): Promise<ReturnType<typeof toNode>> {
  const { root, base, environments, preview } = server.config
  const folder = (name: string) => join(root, environments[name]?.build.outDir ?? 'dist')
  const site = await createHandler({
    origin: origin ?? `http://localhost:${preview.port}`,
    workers: 1,
    pages: Object.fromEntries(
      Object.entries(apps).map(([page, file]) => [
        page,
        {
          shell: join(folder('client'), shellFile(page, base)),
          app: join(folder(NAME), `${appName(file)}.js`),
        },
      ]),
    ),
  })
  server.httpServer.on('close', () => void site.close())
  return toNode(site)
}
