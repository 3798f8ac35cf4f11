/**
 * A site of a test's own to export: states in memory, and a form that writes them below `pages`.
 */
import type { HandlerResponse } from '../../../../server/cache/response/http-values.ts'
import {
  type ExportedState,
  type Form,
  pageOf,
} from '../../../../server/tools/export/export-form.ts'
import { allStates } from '../../../../server/tools/export/export-selection.ts'
import {
  type ExportOptions,
  type ExportReport,
  exportSite,
} from '../../../../server/tools/export/export-site.ts'
import { memoryFolder } from '../../../memory-folder.ts'

export const folderOf = (name: string): Promise<string> => memoryFolder(`export-${name}`)

export async function* states(...names: readonly string[]): AsyncGenerator<ExportedState> {
  for (const state of names) yield { page: '/', state }
}

/** A form with one file for each state. @param fileOf Default: the state's own name. */
export const form = (
  folder: string,
  fileOf = (state: string) => `${state.slice(1)}/index.html`,
): Form => ({
  ...{ name: 'test', folder },
  filesOf: ({ state }) => [{ file: fileOf(state), address: state, contentOf: pageOf }],
})

export const page = (text: string): HandlerResponse => ({
  ...{ status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from(text) },
})

export const failure: HandlerResponse = { status: 500, headers: {}, body: Buffer.alloc(0) }

/** Exports states of a site that answers so. @param answer A text, or undefined where it fails. */
export const exported = (
  folder: string,
  names: readonly string[],
  answer: (state: string) => string | undefined = (state) => `page ${state}`,
  over: Partial<ExportOptions> = {},
): Promise<ExportReport> =>
  exportSite({
    ...{ origin: 'https://a.test', build: 'b', concurrency: 4, forms: [form(folder)] },
    selection: allStates(states(...names)),
    handler: async ({ target }) => {
      const text = answer(target)
      return text === undefined ? failure : page(text)
    },
    ...over,
  })

export const counts = ({ folders: [first] }: ExportReport) => ({ ...first, folder: undefined })
