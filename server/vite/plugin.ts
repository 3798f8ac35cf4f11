// The Vite plugin: snapshots on the dev server, and a workers' bundle beside the client's. Views
// never run in Vite's process: a snapshot needs a DOM, which Vite must not see.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import * as vite from 'vite'
import {
  type EnvironmentOptions,
  type IndexHtmlTransformResult,
  mergeConfig,
  type Plugin,
  type ResolvedConfig,
  type UserConfig,
  type ViteDevServer,
} from 'vite'
import { meant } from '../../src/closest.ts'
import { show } from '../../src/texts.ts'
import { diagnosis } from '../diagnostics/diagnostics.ts'
import { createShell } from '../serve/handler/html-shell.ts'
import { createSite } from '../serve/start/create-site.ts'
import { ConfigError, settingFaults } from '../site/check-settings.ts'
import type { Config } from '../site/config.ts'
import type { Built } from '../site/manifest.ts'
import { isRecord, originOf } from '../site/setting-rules.ts'
import { keptPackages } from '../snapshot/modules/kept.ts'
import { type AdoptOptions, adoptPlugin } from './adopt-plugin.ts'
import { listPlugins, showClient } from './browser-plugins.ts'
import { builtConfig, compressFiles, hashedFiles, writeManifest } from './built.ts'
import { devMiddleware, fallback, printSnapshotUrl } from './dev.ts'
import { devtoolsPlugin } from './devtools-plugin.ts'
import { SnapshotEnvironment } from './environment.ts'
import { frameworksPlugin } from './frameworks-plugin.ts'
import { addPages, setModules } from './inputs.ts'
import { countersPlugin, evaluateKept } from './kept-chunks.ts'
import { appsOf, checkFiles, moduleNames, shellFile } from './page-files.ts'
import { sharedSettings } from './shared-settings.ts'
import { stylesPlugin } from './styles-plugin.ts'

/**
 * Options of the plugin. The settings of the server among them go into its build. In development,
 * workers read every variable and file.
 */
export interface HashbangOptions
  extends Pick<Config, 'allowFetch' | 'region' | 'workerEnv' | 'workerFlags'> {
  /**
   * The module that exports `routes` and `context` for snapshots, relative to Vite's root; with
   * several pages a record of such modules by the pages' paths, such as `{ '/': 'app.ts',
   * '/admin.html': 'admin.ts' }`.
   */
  readonly app: string | Readonly<Record<string, string>>
  /** Scheme, host and port for absolute URLs of development. Default: the dev server's own. */
  readonly origin?: string
  /**
   * Whether pages of the dev server have the drawer of `hashbang-router/devtools`. It is in no
   * build. Default: true.
   */
  readonly devtools?: boolean
  /**
   * Packages that each worker evaluates only once, as it does the renderers. Their state outlives a
   * page. Name packages that evaluate slowly and store nothing of a page. Default: none.
   */
  readonly kept?: readonly string[]
}

const NAME = 'hashbang'
const SSR = 'import.meta.env.SSR'

/**
 * Makes the plugins. `vite` answers ugly URLs with snapshots of the sources as they are now; `vite
 * build` writes the client to `dist/client` and the apps to `dist/worker`; `vite preview` serves
 * both as production does. Every page gets the fragment tag.
 *
 * With `{ adopt: true }` the app is served as it is, without a table: snapshots of its states in
 * development and preview.
 *
 * Packages that cannot be bundled, such as those with native parts, go into
 * `environments.hashbang.resolve.external` of the Vite configuration.
 */
export function hashbang(options: HashbangOptions | AdoptOptions): Plugin[] {
  checkOptions(options)
  // Without a final slash.
  const origin = originOf(options.origin)
  const given = { ...options, ...(origin && { origin }) }
  return isAdopted(given) ? [adoptPlugin(given)] : tablePlugins(given)
}

const isAdopted = (options: HashbangOptions | AdoptOptions): options is AdoptOptions =>
  'adopt' in options && Boolean(options.adopt)

/**
 * Files of a client's build that have a content hash in their names. Vite gives each environment
 * plugins of its own, so they cannot stand in one of them.
 */
const HASHED = new WeakMap<object, readonly string[]>()

function tablePlugins(options: HashbangOptions): Plugin[] {
  const { app, origin, devtools = true, ...given } = options
  let config: ResolvedConfig
  let root = '.'
  let base = '/'
  const kept = keptPackages(given.kept ?? [])
  const apps = () => appsOf(app, config.base)
  const built = () => ({ ...given, ...builtConfig(config, apps(), NAME) })

  const main: Plugin = {
    name: 'hashbang-router',
    async config(user, { command }) {
      showClient(await listPlugins(user.plugins ?? []), NAME)
      root = resolve(user.root ?? '.')
      base = user.base?.replace(/\/?$/, '/') ?? '/'
      const client = { build: { outDir: user.build?.outDir ?? 'dist/client' } }
      const environments = { client, [NAME]: workerEnvironment(command) }
      return { ...basisOf(user), environments: mergedUnder(environments, user.environments) }
    },
    configEnvironment(name, options) {
      const known = appsOf(app, base)
      if (name === 'client')
        addPages(
          options,
          root,
          Object.keys(known).map((page) => shellFile(page, base)),
        )
      const modules = [...moduleNames(Object.values(known))].map(([file, name]) => [name, file])
      if (name === NAME) setModules(options, Object.fromEntries(modules), kept)
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
      const config = built()
      if (config.assets !== undefined) await compressFiles(config.assets)
      const { client } = builder.environments
      const immutable = (client && HASHED.get(client)) ?? []
      await writeManifest(builder.config, { ...config, immutable }, NAME)
    },
    // Vite sets SSR for every environment but the client's. An app that reads it would show
    // crawlers other content than people.
    transform: {
      order: 'pre',
      filter: { code: SSR },
      handler(code, id) {
        if (this.environment.name !== NAME) return
        return defineIn(code, id, { [SSR]: 'false' })
      },
    },
    // The workers' modules are ES modules, even if their package has no `type`.
    generateBundle(output, bundle) {
      if (this.environment.name === 'client')
        HASHED.set(this.environment, hashedFiles(output, bundle))
      if (this.environment.name !== NAME || isModulePackage(config.root)) return
      this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "module" }\n' })
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { path }) {
        const file = path.replace(/^\//, '')
        const files = Object.keys(apps()).map((page) => shellFile(page, config.base))
        return files.includes(file) ? withFragmentTag(html, file) : undefined
      },
    },
    async configureServer(server) {
      const snapshots = snapshotsOf(server)
      snapshots.settings = { ...given, ...(await sharedSettings(config.root, given)) }
      server.middlewares.use(devMiddleware(server, snapshots, apps(), origin))
      printSnapshotUrl(server)
      return () => void server.middlewares.use(fallback(snapshots, config.base))
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

/** As in production, a path of no page is 404. Vite's default answers it with index.html. */
const basisOf = ({ appType = 'mpa' }: UserConfig) => ({ builder: {}, appType })

/** Vite merges the plugin's result over the user's configuration; here the user's wins. */
const mergedUnder = (
  defaults: Readonly<Record<string, EnvironmentOptions>>,
  users: Readonly<Record<string, EnvironmentOptions>> = {},
): Record<string, EnvironmentOptions> =>
  Object.fromEntries(
    Object.entries(defaults).map(([name, one]) => [
      name,
      mergeConfig(one, users[name] ?? {}, false),
    ]),
  )

function withFragmentTag(html: string, file: string): IndexHtmlTransformResult {
  if (createShell(html, file).hasFragmentTag) return html
  const attrs = { name: 'fragment', content: '!' }
  return { html, tags: [{ tag: 'meta', attrs, injectTo: 'head' }] }
}

function workerEnvironment(command: 'build' | 'serve'): EnvironmentOptions {
  return {
    consumer: 'server',
    // As Vite does for the client: the build, not the server's start, decides the mode of
    // libraries.
    ...(command === 'build' && {
      define: { 'process.env.NODE_ENV': JSON.stringify(process.env.NODE_ENV ?? 'production') },
    }),
    // A snapshot shows the browser's content, so libraries resolve to their browser files.
    resolve: {
      conditions: ['browser', 'module', 'import', 'default', 'development|production'],
      externalConditions: ['browser', 'development|production'],
      external: ['hashbang-router'],
      ...(command === 'build' ? { noExternal: true as const } : {}),
    },
    dev: {
      // Workers evaluate ES modules.
      moduleRunnerTransform: false,
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

// Vite 7 has esbuild where Vite 8 has Oxc.
const defineIn = (code: string, id: string, define: Record<string, string>) => {
  const { transformWithOxc: transform = vite.transformWithEsbuild } = vite as Partial<typeof vite>
  return transform(code, id, { define })
}

/** Whether a folder's package has type "module". */
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
  const site = await createSite({
    origin: origin ?? `http://localhost:${config.preview.port}`,
    workers: 1,
    ...built,
    ...(await sharedSettings(config.root, built)),
  })
  return { close: () => site.close(), middleware: site.all }
}

const OPTIONS = Object.keys({
  ...{ app: true, origin: true, devtools: true, kept: true },
  ...{ allowFetch: true, region: true, workerEnv: true, workerFlags: true },
} satisfies Readonly<Record<keyof HashbangOptions, true>>)

const OF_ADOPTED = Object.keys({
  ...{ adopt: true, origin: true, allowFetch: true, region: true },
} satisfies Readonly<Record<keyof AdoptOptions, true>>)

/** @throws {TypeError} Also when Vite calls the function, as for `plugins: [hashbang]`. */
export function checkOptions(options: unknown): void {
  if (!isRecord(options))
    throw new TypeError(
      `hashbang() has ${show(options)} for its options: write plugins: [hashbang({ app: 'src/routes.ts' })] in the Vite configuration, with the module that exports your routes`,
    )
  const names = options.adopt ? OF_ADOPTED : OPTIONS
  const given = Object.keys(options).filter((name) => options[name] != null && name !== 'adopt')
  const wrong = given.find((name) => !names.includes(name))
  if (wrong !== undefined)
    throw new TypeError(
      `hashbang(): "${wrong}" is no option${meant(wrong, names)}. Correct it in the Vite configuration`,
    )
  const { app, devtools: _, kept: __, adopt, ...settings } = options
  const faults = settingFaults(settings)
  if (faults.length > 0)
    throw new ConfigError(diagnosis('HB109', 'hashbang({ … }) of the Vite configuration', faults))
  if (adopt) return
  if (typeof app !== 'string' && (typeof app !== 'object' || app === null))
    throw new TypeError(
      `hashbang(): "app" is ${show(app)}: name the module that exports your routes, such as hashbang({ app: 'src/routes.ts' })`,
    )
}
