/** Shiki, with both of its engines. */
import { createHighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import { cases } from '../cases.ts'

const make = async (engine: Parameters<typeof createHighlighterCore>[0]['engine']) =>
  createHighlighterCore({
    themes: [import('shiki/themes/nord.mjs'), import('shiki/themes/github-light.mjs')],
    langs: [import('shiki/langs/javascript.mjs')],
    engine,
  })
const CODE = 'const a = `x${1 + 1}` // note'

export default cases({
  async themes(element) {
    const made = await make(createJavaScriptRegexEngine())
    element.innerHTML = made.codeToHtml(CODE, {
      lang: 'javascript',
      themes: { light: 'github-light', dark: 'nord' },
    })
  },
} as never)
