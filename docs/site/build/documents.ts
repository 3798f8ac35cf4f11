// A Vite plugin: the documents of the repository as modules, one for each, with its HTML; their
// index; the navigation of the page; and 404.html. Only their HTML reaches the browser.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { navigation, pageOf } from './frame.ts'
import { homePage, homeSource } from './home.ts'
import { missingPage } from './missing-page.ts'
import { readRelease, releaseLine } from './release.ts'
import { createRenderer, type Rendered } from './render-document.ts'
import { searchIndex } from './search-index.ts'
import { ROOT, readSources, type Source } from './sources.ts'

const INDEX = 'virtual:documents'
const ONE = 'virtual:document'
const SEARCH = 'virtual:search'

/** Creates the plugin. */
export function documents(): Plugin {
  let sources: readonly Source[] = []
  let render: ((source: Source) => Rendered) | undefined
  return {
    name: 'documents',
    sharedDuringBuild: true,
    async buildStart() {
      sources = readSources()
      const states = new Map(sources.map(({ path, state }) => [path, state]))
      render ??= await createRenderer(states)
    },
    resolveId: (id) =>
      id.startsWith(INDEX) || id.startsWith(ONE) || id === SEARCH ? `\0${id}` : null,
    load(id) {
      if (id === `\0${SEARCH}`)
        return `export const index = ${JSON.stringify(searchIndex(sources))}`
      if (id === `\0${INDEX}`) return indexModule(sources)
      if (!id.startsWith(`\0${ONE}`)) return null
      const state = id.slice(ONE.length + 1).replace(/\.js$/, '')
      const source = sources.find((one) => one.state === state)
      if (source === undefined || render === undefined) return null
      const { file, title, description } = source
      this.addWatchFile(join(ROOT, file))
      const rendered = state === '' ? homePage(render(homeSource(source))) : render(source)
      const html = pageOf(source, rendered)
      return `export const document = ${JSON.stringify({ title, description, html })}`
    },
    transformIndexHtml: (html) =>
      html
        .replace('<!-- navigation -->', navigation())
        .replace('<!-- release -->', releaseLine(readRelease())),
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const shell = bundle['index.html']
        if (shell?.type === 'asset')
          this.emitFile({
            type: 'asset',
            fileName: '404.html',
            source: missingPage(String(shell.source)),
          })
      },
    },
    handleHotUpdate({ file, server }) {
      if (!file.endsWith('.md') || !existsSync(file)) return
      sources = readSources()
      server.ws.send({ type: 'full-reload' })
    },
  }
}

const indexModule = (sources: readonly Source[]): string =>
  `export const documents = {${sources
    .map(({ state }) => `${JSON.stringify(state)}: () => import('${ONE}${state}.js')`)
    .join(',\n')}}`
