// Measures the visible text of serialized HTML, in which `<` and `>` only delimit tags. Skips style
// sheets and data scripts; counts declarative shadow trees.

const HIDDEN = /^<(style|script|template)\b/

/** Ignores texts that are only space. @param enough Stops counting there. */
export function textLength(html: string, enough = Number.POSITIVE_INFINITY): number {
  let length = 0
  for (let at = 0; at < html.length && length < enough; ) {
    const open = html.indexOf('<', at)
    const end = open < 0 ? html.length : open
    if (end > at && (html.charCodeAt(at) > SPACE || /\S/.test(html.slice(at, end))))
      length += end - at
    if (open < 0) break
    at = html.indexOf('>', endOfHidden(html, open)) + 1
    if (at === 0) break
  }
  return length
}

const SPACE = 32
const SHADOW = '<template shadowrootmode='
const [S, T] = ['s'.charCodeAt(0), 't'.charCodeAt(0)]

/** The position of a hidden element's end tag; of other elements, their start. */
function endOfHidden(html: string, open: number): number {
  const first = html.charCodeAt(open + 1)
  if (first !== S && first !== T) return open
  if (html.startsWith(SHADOW, open)) return open
  const name = HIDDEN.exec(html.slice(open, open + 10))?.[1]
  return name === undefined ? open : Math.max(open, html.indexOf(`</${name}`, open))
}

const CONTENT =
  /<(?:img|svg|picture|video|audio|canvas|object|embed|iframe|math|input|textarea|select|button|meter|progress|hr)\b/

/** Whether there is neither text nor an element that shows something without text. */
export const showsNothing = (html: string): boolean =>
  textLength(html, 1) === 0 && !CONTENT.test(html)

/** The warning for a page that shows nothing and gives no reason. */
export const NOTHING = 'The page shows nothing: it has neither text nor an image or a control'
