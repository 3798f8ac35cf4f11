// Writes the server's manifest and the precompressed files after a build.

import type { Stats } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { type ResolvedConfig, type Rolldown, version as vite } from 'vite'
import { packageVersion } from '../diagnostics/runtime/versions.ts'
import type { AdoptedPageConfig, PageConfig } from '../site/config.ts'
import { type BuildFacts, type Built, MANIFEST, type Manifest } from '../site/manifest.ts'
import { type Apps, homeOf, moduleNames, shellFile } from './page-files.ts'

// Bytes. Shorter files fit into one packet; longer ones compress too slowly.
const LEAST = 1024
const MOST = 8 * 2 ** 20

const TEXT = /\.(?:css|js|json|mjs|svg|txt|wasm|webmanifest|xml)$/

/** The part of the server's configuration that a build knows. */
export function builtConfig(config: ResolvedConfig, apps: Apps, workers: string) {
  const client = folderOf(config, 'client')
  const names = moduleNames(Object.values(apps))
  const pages = Object.entries(apps).map(([page, app]): [string, PageConfig] => [
    page,
    {
      shell: join(client, shellFile(page, config.base)),
      app: join(folderOf(config, workers), `${names.get(app)}.js`),
    },
  ])
  return { pages: Object.fromEntries(pages), assets: client, base: homeOf(config.base) }
}

type Output = Rolldown.NormalizedOutputOptions

export function hashedFiles(output: Output, bundle: Rolldown.OutputBundle): string[] {
  const isHashed = (names: Output['entryFileNames'] | Output['assetFileNames']) =>
    typeof names === 'string' && names.includes('[hash')
  return Object.values(bundle).flatMap((one) => {
    const names =
      one.type === 'asset'
        ? output.assetFileNames
        : one.isEntry
          ? output.entryFileNames
          : output.chunkFileNames
    return isHashed(names) && !/\.html?$/.test(one.fileName) ? [one.fileName] : []
  })
}

/** Writes the manifest into the parent folder of the workers' build. */
export async function writeManifest(
  config: ResolvedConfig,
  {
    pages,
    assets = '',
    ...facts
  }: Omit<Built, 'pages'> & BuildFacts & { readonly pages: Record<string, PageConfig> },
  workers: string,
): Promise<void> {
  const folder = dirname(folderOf(config, workers))
  const from = (file: string) => relative(folder, file).replaceAll('\\', '/')
  await writeIn(folder, {
    ...facts,
    assets: from(assets),
    pages: Object.fromEntries(
      Object.entries(pages).map(([path, { shell, app }]) => [
        path,
        { shell: from(shell), app: from(app) },
      ]),
    ),
  })
}

export const writeAdopted = (
  config: ResolvedConfig,
  { page, ...facts }: Omit<Built, 'pages'> & { readonly page: Partial<AdoptedPageConfig> },
): Promise<void> =>
  writeIn(folderOf(config, 'client'), {
    ...facts,
    pages: { [homeOf(config.base)]: { ...page, site: '.' } },
  })

async function writeIn(folder: string, built: Omit<Manifest, 'versions'>): Promise<void> {
  const manifest = { versions: { 'hashbang-router': packageVersion(), vite }, ...built }
  await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** Writes `.br` and `.gz` beside each text file, if they are smaller. */
export async function compressFiles(folder: string): Promise<void> {
  for (const file of await readdir(folder, { recursive: true })) {
    const path = join(folder, file)
    if (!TEXT.test(file) || !isWorth(await stat(path))) continue
    const content = await readFile(path)
    const compressed = await Promise.all([
      promisify(brotliCompress)(content),
      promisify(gzip)(content, { level: 9 }),
    ])
    for (const [index, bytes] of compressed.entries())
      if (bytes.length < content.length)
        await writeFile(path + (index === 0 ? '.br' : '.gz'), bytes)
  }
}

const isWorth = (stats: Stats): boolean =>
  stats.isFile() && stats.size >= LEAST && stats.size <= MOST

const folderOf = ({ root, environments }: ResolvedConfig, name: string): string =>
  resolve(root, environments[name]?.build.outDir ?? 'dist')
