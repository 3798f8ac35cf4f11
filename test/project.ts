/**
 * Apps inside the package, so that they find it by its name: written to a folder, built, and shown
 * by Vite's dev server.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createServer, type InlineConfig } from 'vite'
import { temporaryFolder } from './memory-folder.ts'

const CACHE = join(import.meta.dirname, '../.cache')

export type Files = Readonly<Record<string, string>>

export function write(folder: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

/** A new folder of the package with these files, which goes with this process. */
export function project(files: Files, name = 'app'): string {
  mkdirSync(CACHE, { recursive: true })
  const root = temporaryFolder(name, CACHE)
  write(root, files)
  return root
}

export async function develop(root: string, more: InlineConfig = {}) {
  const cacheDir = join(root, '.vite')
  const server = await createServer({
    ...{ root, cacheDir, logLevel: 'silent', server: { port: 0 } },
    ...more,
  })
  await server.listen()
  return { server, origin: new URL(server.resolvedUrls?.local[0] ?? '').origin }
}

/** Shows a project by Vite's dev server for as long as it is used. */
export async function developed(
  root: string,
  use: (origin: string) => Promise<void>,
): Promise<void> {
  const { server, origin } = await develop(root)
  try {
    await use(origin)
  } finally {
    await server.close()
  }
}
