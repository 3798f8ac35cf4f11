// Each framework's own renderer for servers, with the same components: from the id of a page to its
// HTML. It is built, as such servers are: Vue's and Svelte's compilers make other code of a
// component for them than for a DOM.
import { h } from 'preact'
import { renderToString as preactToString } from 'preact-render-to-string'
import { createElement } from 'react'
import { renderToString as reactToString } from 'react-dom/server'
import { render as renderSvelte } from 'svelte/server'
import { createSSRApp } from 'vue'
import { renderToString as vueToString } from 'vue/server-renderer'
import { pageData } from '../snapshot/data.ts'
import SveltePage from './views/Page.svelte'
import VuePage from './views/Page.vue'
import PreactPage from './views/preact.ts'
import ReactPage from './views/react.ts'

const data = (id: number) => ({ data: pageData(id) })

export const renderers: Readonly<Record<string, (id: number) => string | Promise<string>>> = {
  react: (id) => reactToString(createElement(ReactPage, data(id))),
  preact: (id) => preactToString(h(PreactPage, data(id))),
  vue: (id) => vueToString(createSSRApp(VuePage, data(id))),
  svelte: (id) => renderSvelte(SveltePage, { props: data(id) }).body,
}
