/** Apps of the tests, built with the plugin as a user builds one. */
import { join } from 'node:path'
import { hashbang } from 'hashbang-router/vite'
import { createBuilder, type EnvironmentOptions, type PluginOption } from 'vite'

/** A built app with one page. */
export interface BuiltApp {
  /** The files for browsers. */
  readonly client: string
  /** Its document. */
  readonly shell: string
  /** The module of its table, for the worker. */
  readonly app: string
}

interface Options {
  /** The module of the table below the root, or one for each page. */
  readonly app?: string | Readonly<Record<string, string>>
  readonly plugins?: readonly PluginOption[]
  /** Settings of the worker's build. */
  readonly worker?: EnvironmentOptions
}

/** Builds the app in a folder inside the package. @throws Vite's message if it failed. */
export async function buildApp(
  root: string,
  { app = 'app.ts', plugins = [], worker = {} }: Options = {},
): Promise<BuiltApp> {
  const builder = await createBuilder({
    configFile: false,
    root,
    logLevel: 'error',
    cacheDir: join(root, '.vite'),
    plugins: [...plugins, hashbang({ app })],
    environments: { hashbang: worker },
  })
  await builder.buildApp()
  return builtIn(root)
}

/** An app that has been built in a folder. */
export function builtIn(root: string): BuiltApp {
  const client = join(root, 'dist/client')
  return { client, shell: join(client, 'index.html'), app: join(root, 'dist/worker/app.js') }
}
