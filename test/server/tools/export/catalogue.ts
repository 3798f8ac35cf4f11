/** A site of a test's own to export: states with hard names, and a handler that answers them in memory. */
import type { HandlerRequest } from '../../../../server/http/types.ts'
import type { SiteState } from '../../../../server/site/states.ts'
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

/** Exports the catalogue, of which each tenth item may be gone. */
export const exported = (
  folder: string,
  { isGone = false } = {},
  over: Partial<ExportOptions> = {},
): ReturnType<typeof exportSite> => {
  const names = NAMES.filter((_, at) => !isGone || at % 10 !== 9)
  return exportSite({
    ...{ origin: 'https://a.test', build: 'b', folder, concurrency: 4 },
    states: states(...names),
    handler: async ({ target }: HandlerRequest) => {
      const isMoved = target.endsWith('=/moved')
      const headers = isMoved
        ? { location: 'https://a.test/#!/items/n1' }
        : { 'content-type': 'text/html; charset=utf-8' }
      const html = `<!doctype html><html><head><title>x</title></head>${target}</html>`
      return { status: isMoved ? 301 : 200, headers, body: Buffer.from(isMoved ? '' : html) }
    },
    extras: (manifest) => ruleFiles(manifest, folder, ['/']),
    ...over,
  })
}
