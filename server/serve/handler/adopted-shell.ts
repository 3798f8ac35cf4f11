// Makes the shell of an adopted app. Its page for readers without script has the first state's
// content in a <noscript>.

import { isElement, isFragmentTag, nodesOf } from '../../html/shell-tree.ts'
import type { Shell } from './html-shell.ts'

export const adoptedShell = (html: string): Shell => ({
  html,
  isAdopted: true,
  hasFragmentTag: nodesOf(html).some(isFragmentTag),
  document: ({ head, body, fragmentTag }) =>
    fragmentTag ? withContent(html, body) : `${head}${body}</body></html>`,
})

/** At the end of the body, after everything that the app's scripts rely on. */
function withContent(html: string, content: string): string {
  // It would end the element that hides it.
  if (/<\/noscript/i.test(content)) return html
  const body = nodesOf(html)
    .filter(isElement)
    .find(({ tagName }) => tagName === 'body')
  const at = body?.sourceCodeLocation?.endTag?.startOffset ?? html.length
  return `${html.slice(0, at)}<noscript>${content}</noscript>${html.slice(at)}`
}
