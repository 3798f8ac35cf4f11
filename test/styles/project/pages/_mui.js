/** Renders a view of MUI as a page, with the rules of emotion in its head. */

import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import createEmotionServer from '@emotion/server/create-instance'
import CssBaseline from '@mui/material/CssBaseline'
import { createTheme, ThemeProvider } from '@mui/material/styles'
import { createElement as h } from 'react'
import { renderToString } from 'react-dom/server'

const theme = createTheme({ colorSchemes: { light: true, dark: true }, cssVariables: true })

export { h }

/** Shortens `createElement` for components of MUI. */
export const tag =
  (type) =>
  (props, ...children) =>
    h(type, props, ...children)

export function render(title, view) {
  const cache = createCache({ key: 'css' })
  cache.compat = true
  const { extractCriticalToChunks, constructStyleTagsFromChunks } = (
    createEmotionServer.default ?? createEmotionServer
  )(cache)
  const app = h(
    CacheProvider,
    { value: cache },
    h(ThemeProvider, { theme }, h(CssBaseline, { enableColorScheme: true }), view),
  )
  const html = renderToString(app)
  const styles = constructStyleTagsFromChunks(extractCriticalToChunks(html))
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title>${styles}</head>
<body><div id="root">${html}</div></body>
</html>
`
}
