/** A dev server over folders of examples, and what it prints to the terminal. */
import { hashbang } from 'hashbang-router/vite'
import { createLogger, type Plugin } from 'vite'
import { setVariable } from '../environment.ts'
import type { Files } from '../project.ts'
import { originOf, ViteProject } from '../vite-project.ts'

/** An API that never answers. */
const SILENT: Plugin = {
  name: 'silent',
  configureServer: ({ middlewares }) => void middlewares.use('/api/slow', () => undefined),
}

/** @param app The app module of each page, by the page's path. */
export async function developExamples(files: Files, app: Readonly<Record<string, string>>) {
  const terminal: string[] = []
  const note = (text: string) => void terminal.push(text)
  const restore = setVariable('NODE_ENV', 'development')
  const plugins = Object.keys(app).length > 0 ? [hashbang({ app, devtools: false })] : []
  const project = new ViteProject(files, {
    mode: 'development',
    customLogger: { ...createLogger('silent'), warn: note, error: note, info: note },
    server: { port: 0, host: '127.0.0.1' },
    plugins: [...plugins, SILENT],
  })
  const server = await project.startDev()
  restore()
  return { server, origin: originOf(server), terminal }
}

export type DevServer = Awaited<ReturnType<typeof developExamples>>

/** The files of examples, each in a folder of its own. */
export class Examples {
  readonly files: Record<string, string> = {}
  readonly #folders = new Map<string, string>()

  add(name: string, files: Files): void {
    const folder = `page-${this.#folders.size}`
    this.#folders.set(name, folder)
    for (const [file, text] of Object.entries(files)) this.files[`${folder}/${file}`] = text
  }

  folderOf(name: string): string {
    return this.#folders.get(name) ?? ''
  }

  get folders(): readonly string[] {
    return [...this.#folders.values()]
  }
}
