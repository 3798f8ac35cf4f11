// Whether a DOM would add nothing to an html view's text: it holds only closed, well-nested plain
// elements, no custom elements, scripts, handlers or executable addresses. Errs towards false: such
// a page is rendered through the DOM.

import { VOID } from './nesting.ts'

/** A tag as `html` and careful authors write it: lower case, values in double quotes. */
const TAG =
  /<(?:\/([a-z][a-z0-9]*)|([a-z][a-z0-9]*)((?:\s+(?!on|is[\s=>]|srcdoc|shadowroot|http-equiv)[a-z][a-z0-9-]*(?:="[^"<>]*")?)*)\s*)>/y
const NOT_PLAIN = new Set(
  (
    'applet base body embed frame frameset head html iframe image link listing marquee math meta nobr noembed noframes ' +
    'noscript object param plaintext script style svg template title xmp'
  ).split(' '),
)
// The URL parser drops line ends and tabs, and references could hide a letter.
const RUNS = /s\s*c\s*r\s*i\s*p\s*t\s*:|&(?!amp;|quot;|lt;|gt;|#39;)/i

export function isPlain(html: string): boolean {
  const open: string[] = []
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', TAG.lastIndex)) {
    TAG.lastIndex = at
    const match = TAG.exec(html)
    if (!match) return false
    const [, closed, opened = '', attributes = ''] = match
    if (closed !== undefined) {
      if (open.pop() !== closed) return false
    } else {
      if (NOT_PLAIN.has(opened) || (attributes && RUNS.test(attributes))) return false
      if (!VOID.has(opened)) open.push(opened)
    }
  }
  return open.length === 0
}
