/** A site of a test's own to export: states with hard names, and a handler that answers them in memory. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HandlerRequest } from '../../../../server/http/types.ts'
import type { SiteState } from '../../../../server/site/states.ts'
import { MANIFEST } from '../../../../server/tools/export/manifest.ts'
import { ruleFiles } from '../../../../server/tools/export/rules.ts'
import { type ExportOptions, exportSite } from '../../../../server/tools/export/run.ts'
import { canonicalState } from '../../../../src/state.ts'
import { HOSTILE } from '../../../fixtures/catalogue/hostile.js'
import { memoryFolder } from '../../../memory-folder.ts'

/** A new folder. */
export const folderOf = (name: string): Promise<string> => memoryFolder(`export-${name}`)

/** The states of the page "/". */
export async function* states(...names: string[]): AsyncGenerator<SiteState> {
  for (const state of names) yield { page: '/', state, url: '', name: 'x', index: true }
}

const encoded = (name: string) => name.split('/').map(encodeURIComponent).join('/')

/** Names that files, URLs and other servers find hard, and plain ones; a redirect is among them. */
export const NAMES: readonly string[] = [
  ...['', '/moved'],
  ...new Set(HOSTILE.map((name) => canonicalState(`/items/${encoded(name)}`))),
  ...Array.from({ length: 40 }, (_, at) => `/items/n${at}`),
]

/** How a site is changed: each seventh item shows the revision, and each tenth is gone. */
export interface Change {
  readonly revision?: number
  readonly isGone?: boolean
}

/** Exports the catalogue. */
export const exported = (
  folder: string,
  { revision = 0, isGone = false }: Change = {},
  over: Partial<ExportOptions> = {},
): ReturnType<typeof exportSite> => {
  const names = NAMES.filter((_, at) => !isGone || at % 10 !== 9)
  return exportSite({
    ...{ origin: 'https://a.test', build: 'b', folder, concurrency: 4 },
    states: states(...names),
    handler: async ({ target }: HandlerRequest) => {
      const headers = { 'content-type': 'text/html; charset=utf-8' }
      if (target.endsWith('=/moved'))
        return {
          ...{ status: 301, headers: { location: 'https://a.test/#!/items/n1' } },
          body: Buffer.alloc(0),
        }
      const isRevised = Number(/n(\d+)$/.exec(target)?.[1]) % 7 === 0
      const html = `<!doctype html><html><head><title>x</title></head>${target} ${isRevised ? revision : 0}</html>`
      return { status: 200, headers, body: Buffer.from(html) }
    },
    extras: (manifest) => (over.shard ? [] : ruleFiles(manifest, folder, ['/'])),
    ...over,
  })
}

/** Every file of a folder with its content. */
export async function contentOf(folder: string): Promise<Map<string, string>> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const found = files
    .filter((file) => file.isFile())
    .map(async (file): Promise<[string, string]> => {
      const path = join(file.parentPath, file.name)
      return [path.slice(folder.length), await readFile(path, 'latin1')]
    })
  return new Map((await Promise.all(found)).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Pages and the manifest: the rules name the folder itself, and a manifest its run. */
export const snapshotsIn = async (folder: string): Promise<(readonly [string, string])[]> => {
  const all = await contentOf(folder)
  return [...all]
    .filter(([path]) => path.startsWith('/pages/') || path === `/${MANIFEST}`)
    .map(([path, content]) => [path, content.replace(/"run":"[^"]*",/, '')] as const)
}
