/**
 * A project inside the repository, where it finds the packages: Vite develops, builds and previews
 * it in this process, and the server of `hashbang serve` serves its build.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { loadConfig, type ServerConfig, startServer } from 'hashbang-router/server'
import { createBuilder, createServer, type InlineConfig, preview, type ViteDevServer } from 'vite'
import { type Files, project, write } from './project.ts'

/** Where a server is that Vite has started. */
export const originOf = ({ resolvedUrls }: Pick<ViteDevServer, 'resolvedUrls'>) =>
  new URL(resolvedUrls?.local[0] ?? '').origin

/** Each of its servers is at the origin that starting it returns, until the project is closed. */
export class ViteProject {
  readonly root: string
  readonly #config: InlineConfig
  readonly #closing: (() => Promise<unknown>)[] = []

  /** @param config Beside the project's own `vite.config.ts`, if it has one. */
  constructor(files: Files, config: InlineConfig = {}) {
    this.root = project(files)
    this.#config = {
      ...{ root: this.root, cacheDir: join(this.root, '.vite'), logLevel: 'silent' },
      ...{ server: { port: 0 }, preview: { port: 0 }, ...config },
    }
  }

  write(files: Files): void {
    write(this.root, files)
  }

  read(file: string): string {
    return readFileSync(join(this.root, file), 'utf8')
  }

  async startDev(): Promise<ViteDevServer> {
    const server = await createServer(this.#config)
    this.#closing.push(() => server.close())
    return server.listen()
  }

  async develop(): Promise<string> {
    return originOf(await this.startDev())
  }

  async build(): Promise<void> {
    // As `vite build` does: null means all environments only where a plugin asks for them.
    await (await createBuilder(this.#config, null)).buildApp()
  }

  async preview(): Promise<string> {
    const server = await preview(this.#config)
    this.#closing.push(() => server.close())
    return originOf(server)
  }

  /** @param config The file with the server's settings, if it is not the build's own. */
  async serve(
    settings: Partial<ServerConfig> = {},
    config = 'dist/hashbang.json',
  ): Promise<string> {
    const own = await loadConfig(join(this.root, config), {
      ...{ origin: 'http://a.test', host: '127.0.0.1', port: 0, workers: 1 },
      // The speed of a busy machine is not under test.
      limits: { deadline: 60_000, keepAlive: 600_000 },
      ...settings,
    })
    const server = await startServer(own)
    this.#closing.push(() => server.stop())
    return `http://127.0.0.1:${server.port}`
  }

  async close(): Promise<void> {
    for (const close of this.#closing.splice(0)) await close()
  }
}

interface Fixtures {
  /** Writes a project whose servers end with the test. */
  readonly newProject: (files: Files, config?: InlineConfig) => ViteProject
}

export const test = base.extend<Fixtures>({
  async newProject({ baseURL: _ }, use) {
    const projects: ViteProject[] = []
    await use((files, config) => {
      const made = new ViteProject(files, config)
      projects.push(made)
      return made
    })
    for (const made of projects) await made.close()
  },
})
