// The Vite plugin: snapshots of the running dev server, and a bundle for the snapshot workers beside the
// client's. In: which module is the app of which page. Out: a plugin.
// The app never runs in Vite's own process: a snapshot needs a DOM, and Vite must not see one.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import * as vite from 'vite'
import {
  type EnvironmentOptions,
  mergeConfig,
  type Plugin,
  type ResolvedConfig,
  type ViteDevServer,
} from 'vite'
import { createShell } from '../handler/html-shell.ts'
import { allowHomeScript } from '../html/policy.ts'
import { toNode } from '../http/node-adapter.ts'
import { keptPackages } from '../modules/kept.ts'
import { createHandler } from '../production/create-handler.ts'
import { regionOf } from '../production/start-pool.ts'
import type { Built } from '../site/manifest.ts'
import { type AdoptOptions, adoptPlugin } from './adopt-plugin.ts'
import { listPlugins, showClient } from './browser-plugins.ts'
import { builtConfig, compressFiles, writeManifest } from './built.ts'
import { countersPlugin } from './counters-plugin.ts'
import { devMiddleware, originOf } from './dev.ts'
import { devtoolsPlugin } from './devtools-plugin.ts'
import { SnapshotEnvironment } from './environment.ts'
import { frameworksPlugin } from './frameworks.ts'
import { addPages, setModules } from './inputs.ts'
import { evaluateKept } from './kept-chunks.ts'
import { type Apps, appsOf, checkFiles, moduleNames, shellFile } from './pages.ts'
import { stylesPlugin } from './styles-plugin.ts'

/** Options of the plugin. */
export interface HashbangOptions {
  /**
   * The module that exports `routes` and `context` for snapshots, relative to Vite's root; with several pages
   * a record of such modules by the pages' paths, such as `{ '/': 'app.ts', '/admin.html': 'admin.ts' }`.
   */
  readonly app: string | Readonly<Record<string, string>>
  /** Scheme, host and port for absolute URLs of development. Default: the dev server's own. */
  readonly origin?: string
  /**
   * Whether pages of the dev server have the drawer of `hashbang-router/devtools`. It is in no build. Default: true.
   */
  readonly devtools?: boolean
  /** As in the configuration of the server. Default: `en-US`. */
  readonly locale?: string
  /** As in the configuration of the server. Default: `UTC`. */
  readonly timeZone?: string
  /**
   * Packages of `node_modules` whose modules are evaluated once a worker, as those of React, Vue and other renderers are: what they
   * remember outlives a page. Name a package whose code takes long to evaluate and that keeps nothing of a page. Default: none.
   */
  readonly kept?: readonly string[]
}

const NAME = 'hashbang'
const SSR = 'import.meta.env.SSR'

/**
 * Makes the plugins. `vite` answers ugly URLs with snapshots of the sources as they are now; `vite build` writes
 * the client to `dist/client` and the apps to `dist/worker`; `vite preview` serves both as production does.
 * Every page gets the fragment tag.
 *
 * With `{ adopt: true }` the app is served as it is, without a table: snapshots of its states in development and preview.
 *
 * Packages that cannot be bundled, such as those with native parts, go into
 * `environments.hashbang.resolve.external` of the Vite configuration.
 */
export function hashbang(options: HashbangOptions | AdoptOptions): Plugin[] {
  return 'adopt' in options ? [adoptPlugin(options)] : tablePlugins(options)
}

function tablePlugins(options: HashbangOptions): Plugin[] {
  const { app, origin, devtools = true, ...given } = options
  let config: ResolvedConfig
  let root = '.'
  let base = '/'
  const kept = keptPackages(given.kept)
  const apps = () => appsOf(app, config.base)
  const built = () => ({ ...given, ...builtConfig(config, apps(), NAME) })

  const main: Plugin = {
    name: 'hashbang-router',
    async config(user, { command }) {
      showClient(await listPlugins(user.plugins ?? []), NAME)
      root = resolve(user.root ?? '.')
      base = user.base?.replace(/\/?$/, '/') ?? '/'
      const client = { build: { outDir: user.build?.outDir ?? 'dist/client' } }
      // Vite lays what a plugin returns over the user's own configuration; here it is the other way round.
      const over = (defaults: EnvironmentOptions, name: string) =>
        mergeConfig(defaults, user.environments?.[name] ?? {}, false)
      return {
        builder: {},
        environments: {
          client: over(client, 'client'),
          [NAME]: over(workerEnvironment(command), NAME),
        },
      }
    },
    configEnvironment(name, options) {
      const known = appsOf(app, base)
      if (name === 'client')
        addPages(
          options,
          root,
          Object.keys(known).map((page) => shellFile(page, base)),
        )
      if (name === NAME) setModules(options, modulesOf(known), kept)
    },
    configResolved(resolved) {
      config = resolved
      if (config.command === 'build') checkFiles(config.root, apps(), config.base)
    },
    async buildApp(builder) {
      for (const name of ['client', NAME]) {
        const environment = builder.environments[name]
        if (environment && !environment.isBuilt) await builder.build(environment)
      }
      const { assets } = built()
      if (assets !== undefined) await compressFiles(assets)
      await writeManifest(builder.config, built(), NAME)
    },
    // Vite says of every environment but the client's that it renders on a server, and takes no other word
    // for it. An app that asks would show a crawler other content than a person.
    transform: {
      order: 'pre',
      filter: { code: SSR },
      handler(code, id) {
        if (this.environment.name !== NAME) return
        return defineIn(code, id, { [SSR]: 'false' })
      },
    },
    // The workers' modules are ES modules, also in a package that says nothing of its own.
    generateBundle() {
      if (this.environment.name !== NAME || isModulePackage(config.root)) return
      this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "module" }\n' })
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { path }) {
        const file = path.replace(/^\//, '')
        const files = Object.keys(apps()).map((page) => shellFile(page, config.base))
        if (!files.includes(file)) return
        const allowed = allowHomeScript(html)
        if (createShell(html, file).hasFragmentTag) return allowed
        const attrs = { name: 'fragment', content: '!' }
        return { html: allowed, tags: [{ tag: 'meta', attrs, injectTo: 'head' as const }] }
      },
    },
    configureServer(server) {
      const snapshots = snapshotsOf(server)
      snapshots.region = regionOf(given)
      snapshots.kept = given.kept ?? []
      server.middlewares.use(devMiddleware(server, snapshots, apps(), origin))
      const { printUrls } = server
      server.printUrls = () => {
        printUrls.call(server)
        server.config.logger.info(
          `  ➜  Snapshot: ${originOf(server)}${config.base}?_escaped_fragment_=`,
        )
      }
    },
    hotUpdate({ modules }) {
      const { environment } = this
      if (!(environment instanceof SnapshotEnvironment) || modules.length === 0) return
      environment.renew()
      return []
    },
    async configurePreviewServer(server) {
      const { close, middleware } = await preview(server.config, built(), origin)
      server.middlewares.use(middleware)
      server.httpServer.on('close', () => void close())
    },
  }
  const modules = typeof app === 'string' ? [app] : Object.values(app)
  return [
    main,
    frameworksPlugin(NAME, modules),
    stylesPlugin(NAME),
    countersPlugin(NAME, kept),
    evaluateKept,
    ...(devtools ? [devtoolsPlugin(app)] : []),
  ]
}

function workerEnvironment(command: 'build' | 'serve'): EnvironmentOptions {
  return {
    consumer: 'server',
    // As Vite has it for the client: libraries are as the build wants them, however the server is started.
    ...(command === 'build' && {
      define: { 'process.env.NODE_ENV': JSON.stringify(process.env.NODE_ENV ?? 'production') },
    }),
    // A snapshot shows what a browser shows, so what a library has for browsers is what it must take.
    resolve: {
      conditions: ['browser', 'module', 'import', 'default', 'development|production'],
      externalConditions: ['browser', 'development|production'],
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
    },
  }
}

const modulesOf = (apps: Apps): Record<string, string> =>
  Object.fromEntries([...moduleNames(Object.values(apps))].map(([file, name]) => [name, file]))

// Vite 7 has esbuild where Vite 8 has Oxc.
const defineIn = (code: string, id: string, define: Record<string, string>) => {
  const { transformWithOxc: transform = vite.transformWithEsbuild } = vite as Partial<typeof vite>
  return transform(code, id, { define })
}

/** Whether the package of a folder says that its files are ES modules. */
function isModulePackage(folder: string): boolean {
  const file = join(folder, 'package.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')).type === 'module'
  return dirname(folder) !== folder && isModulePackage(dirname(folder))
}

function snapshotsOf(server: ViteDevServer): SnapshotEnvironment {
  const environment = server.environments[NAME]
  if (environment instanceof SnapshotEnvironment) return environment
  throw new TypeError(
    `Cannot make snapshots in development: another plugin has replaced the environment "${NAME}"`,
  )
}

async function preview(config: ResolvedConfig, built: Built, origin: string | undefined) {
  const site = await createHandler({
    origin: origin ?? `http://localhost:${config.preview.port}`,
    workers: 1,
    ...built,
  })
  return { close: () => site.close(), middleware: toNode(site) }
}
