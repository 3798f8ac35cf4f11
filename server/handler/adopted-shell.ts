// The page of an adopted app as the handler knows it. In: its HTML. Out: the app itself for whoever asks for the page; snapshots are
// whole documents by themselves. The page itself, for readers without script, is the app with the content of its first state
// where browsers that run script see nothing.

import { isElement, isFragmentTag, nodesOf } from '../html/shell-tree.ts'
import type { Shell } from './html-shell.ts'

/** Makes it. */
export const adoptedShell = (html: string): Shell => ({
  html,
  isAdopted: true,
  hasFragmentTag: nodesOf(html).some(isFragmentTag),
  document: ({ head, body, fragmentTag }) =>
    fragmentTag ? withContent(html, body) : `${head}${body}</body></html>`,
})

/** At the end of the body, after all that the app's scripts may count on. */
function withContent(html: string, content: string): string {
  // It would end the element that hides it.
  if (/<\/noscript/i.test(content)) return html
  const body = nodesOf(html)
    .filter(isElement)
    .find(({ tagName }) => tagName === 'body')
  const at = body?.sourceCodeLocation?.endTag?.startOffset ?? html.length
  return `${html.slice(0, at)}<noscript>${content}</noscript>${html.slice(at)}`
}
