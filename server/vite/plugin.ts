// The Vite plugin: snapshots on the dev server, and a workers' bundle beside the client's. Views
// never run in Vite's process, because a snapshot needs a DOM that Vite must not see.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import {
  type BuildEnvironmentOptions,
  type EnvironmentOptions,
  type IndexHtmlTransformResult,
  mergeConfig,
  type Plugin,
  type ResolvedConfig,
  type ViteDevServer,
} from 'vite'
import { createSite } from '../serve/start/create-site.ts'
import type { Built } from '../site/manifest.ts'
import { originOf } from '../site/setting-rules.ts'
import { readShell } from '../site/shell.ts'
import { keptPackages } from '../snapshot/modules/kept-packages.ts'
import { adoptPlugin } from './adopt-plugin.ts'
import { builtConfig, compressFiles, hashedFiles, writeManifest } from './built.ts'
import { checkTables } from './check-tables.ts'
import { devMiddleware, fallback, printSnapshotUrl, refuseConfig, toBase } from './dev.ts'
import { devtoolsPlugin } from './devtools-plugin.ts'
import { SnapshotEnvironment } from './environment.ts'
import { externalPackages } from './external-packages.ts'
import { frameworksPlugin } from './frameworks-plugin.ts'
import { addPages, countersPlugin, evaluateKept, setModules } from './kept-chunks.ts'
import { type Apps, appsOf, checkFiles, moduleNames, shellFile } from './page-files.ts'
import {
  type AdoptOptions,
  checkOptions,
  type HashbangOptions,
  sharedSettings,
} from './plugin-options.ts'
import { publicUrlsPlugin } from './public-urls.ts'
import { stylesPlugin } from './styles-plugin.ts'

const NAME = 'hashbang'

/**
 * Creates the plugins. `vite` answers ugly URLs with snapshots of the current sources, `vite build`
 * writes the client to `dist/client` and the apps to `dist/worker`, and `vite preview` serves both
 * as production does. Every page gets the fragment tag.
 *
 * `{ adopt: true }` serves an app without a table: snapshots of its states in development and
 * preview.
 *
 * Put packages that cannot be bundled, such as native ones, into
 * `environments.hashbang.resolve.external` of the Vite configuration.
 */
export function hashbang(options: HashbangOptions | AdoptOptions): Plugin[] {
  checkOptions(options)
  // Without a final slash.
  const origin = originOf(options.origin)
  const checked = { ...options, ...(origin && { origin }) }
  return isAdopted(checked) ? [adoptPlugin(checked)] : tablePlugins(checked)
}

const isAdopted = (options: HashbangOptions | AdoptOptions): options is AdoptOptions =>
  'adopt' in options && Boolean(options.adopt)

/**
 * Files of a client's build with a content hash in their names, by environment: Vite gives each
 * environment its own plugins.
 */
const HASHED = new WeakMap<object, readonly string[]>()

function tablePlugins({ devtools = true, ...options }: HashbangOptions): Plugin[] {
  const { app } = options
  const project = new Project(options)
  const modules = typeof app === 'string' ? [app] : Object.values(app)
  return [
    {
      name: 'hashbang-router',
      ...configHooks(project),
      ...buildHooks(project),
      ...serverHooks(project),
    },
    frameworksPlugin(NAME, modules),
    externalPackages(NAME),
    stylesPlugin(NAME),
    publicUrlsPlugin(NAME),
    countersPlugin(NAME, project.kept),
    evaluateKept,
    ...(devtools ? [devtoolsPlugin(app)] : []),
  ]
}

/** The options of a project, and its configuration, which Vite's hooks complete. */
class Project {
  readonly app: HashbangOptions['app']
  readonly origin: string | undefined
  readonly settings: Omit<HashbangOptions, 'app' | 'origin' | 'devtools'>
  readonly kept: ReturnType<typeof keptPackages>
  root = '.'
  base = '/'
  declare config: ResolvedConfig

  constructor({ app, origin, ...settings }: Omit<HashbangOptions, 'devtools'>) {
    this.app = app
    this.origin = origin
    this.settings = settings
    this.kept = keptPackages(settings.kept ?? [])
  }

  get apps(): Apps {
    return appsOf(this.app, this.config.base)
  }

  built() {
    return { ...this.settings, ...builtConfig(this.config, this.apps, NAME) }
  }
}

const configHooks = (project: Project): Omit<Plugin, 'name'> => ({
  config(user, { command }) {
    project.root = resolve(user.root ?? '.')
    project.base = user.base?.replace(/\/?$/, '/') ?? '/'
    const client = { build: { outDir: user.build?.outDir ?? 'dist/client' } }
    const environments = { client, [NAME]: workerEnvironment(command, user.build) }
    // As in production, a path without a page is 404. Vite's default is index.html.
    const { appType = 'mpa' } = user
    return { builder: {}, appType, environments: mergedUnder(environments, user.environments) }
  },
  configEnvironment(name, options) {
    const { root, base, kept } = project
    const apps = appsOf(project.app, base)
    const shells = Object.keys(apps).map((page) => shellFile(page, base))
    if (name === 'client') addPages(options, root, shells)
    const modules = [...moduleNames(Object.values(apps))].map(([file, name]) => [name, file])
    if (name === NAME) setModules(options, Object.fromEntries(modules), kept)
  },
  configResolved(resolved) {
    project.config = resolved
    if (resolved.command === 'build') checkFiles(resolved.root, project.apps, resolved.base)
  },
})

const buildHooks = (project: Project): Omit<Plugin, 'name'> => ({
  async buildApp(builder) {
    for (const name of ['client', NAME]) {
      const environment = builder.environments[name]
      if (environment && !environment.isBuilt) await builder.build(environment)
    }
    const built = project.built()
    await checkTables(built.pages)
    if (built.assets !== undefined) await compressFiles(built.assets)
    const { client } = builder.environments
    const immutable = (client && HASHED.get(client)) ?? []
    await writeManifest(builder.config, { ...built, immutable }, NAME)
  },
  // The workers' modules are ES modules, even if their package has no `type`.
  generateBundle(output, bundle) {
    if (this.environment.name === 'client')
      HASHED.set(this.environment, hashedFiles(output, bundle))
    if (this.environment.name !== NAME || isModulePackage(project.config.root)) return
    this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "module" }\n' })
  },
  transformIndexHtml: {
    order: 'post',
    handler(html, { path }) {
      const file = path.replace(/^\//, '')
      const { apps, config } = project
      const files = Object.keys(apps).map((page) => shellFile(page, config.base))
      return files.includes(file) ? withFragmentTag(html, file) : undefined
    },
  },
})

const serverHooks = (project: Project): Omit<Plugin, 'name'> => ({
  async configureServer(server) {
    const { config, settings, apps, origin } = project
    const snapshots = snapshotsOf(server)
    snapshots.settings = { ...settings, ...(await sharedSettings(config.root, settings)) }
    server.middlewares.use(refuseConfig)
    server.middlewares.use(toBase(config.base))
    server.middlewares.use(devMiddleware(server, snapshots, apps, origin))
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
    const { close, middleware } = await preview(server.config, project.built(), project.origin)
    server.middlewares.use(middleware)
    server.httpServer.on('close', () => void close())
  },
})

/** Vite would merge the plugin's result over the user's configuration. */
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
  if (readShell(html, file).hasFragmentTag) return html
  const attrs = { name: 'fragment', content: '!' }
  return { html, tags: [{ tag: 'meta', attrs, injectTo: 'head' }] }
}

/** A snapshot shows a browser's content. The second parameter is the client's build. */
function workerEnvironment(
  command: 'build' | 'serve',
  { minify = true, cssMinify = minify !== false }: BuildEnvironmentOptions = {},
): EnvironmentOptions {
  return {
    consumer: 'client',
    // Loaders run on the server, too.
    keepProcessEnv: true,
    // As for the client: the build, not the server's start, sets the mode of libraries.
    ...(command === 'build' && {
      define: { 'process.env.NODE_ENV': JSON.stringify(process.env.NODE_ENV ?? 'production') },
    }),
    resolve: {
      externalConditions: ['browser', 'development|production'],
      external: ['hashbang-router'],
    },
    dev: {
      preTransformRequests: false,
      createEnvironment: (name, resolved) =>
        new SnapshotEnvironment(name, resolved, { hot: false }),
    },
    build: {
      outDir: 'dist/worker',
      emptyOutDir: true,
      copyPublicDir: false,
      // The client's build writes the files. Vite's loader of chunks would link style sheets of
      // this build, whose names are others: stylesPlugin links those of the client's.
      emitAssets: false,
      cssCodeSplit: false,
      modulePreload: false,
      // A hash in the address of a file depends on it.
      cssMinify,
      minify: false,
      sourcemap: true,
      target: 'node20',
    },
  }
}

function isModulePackage(folder: string): boolean {
  const file = join(folder, 'package.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')).type === 'module'
  return dirname(folder) !== folder && isModulePackage(dirname(folder))
}

function snapshotsOf(server: ViteDevServer): SnapshotEnvironment {
  const environment = server.environments[NAME]
  if (environment instanceof SnapshotEnvironment) return environment
  throw new TypeError(
    `Cannot make snapshots in development: another plugin has replaced the environment "${NAME}". Use hashbang() once, and rename the other plugin's environment`,
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
