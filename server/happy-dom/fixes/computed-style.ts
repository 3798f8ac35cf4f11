/**
 * Whether an element is shown. In: a window. Out: `getComputedStyle` knows `display` and `visibility` as style sheets, attributes
 * and the browser's own sheet have them, and some initial values, by the cascade that also lays pages out; happy-dom knows no layers, hosts, `hidden`
 * and initial values. Nothing is computed before a page asks. https://drafts.csswg.org/cssom/#dom-window-getcomputedstyle
 * happy-dom shows what is `hidden` and what sheets hide: capricorn86/happy-dom#2411, #1496.
 */
import { CSSStyleDeclaration } from '#happy-dom'
import { type InnerWindow, S, wrap } from '../internals.ts'
import { atNextChange } from './changes.ts'
import { lay } from './layout/lay.ts'
import { Pass } from './layout/pass.ts'
import type { Style } from './layout/style.ts'

let current: Pass | undefined

/** Styles only: nothing is laid out in it. Stands until something changes. */
function stylesNow(): Pass {
  if (current) return current
  const { innerWidth: width, innerHeight: height } = window
  current = new Pass({ width, height, fontSize: 16, rootFontSize: 16 }, lay)
  atNextChange(() => {
    current = undefined
  })
  return current
}

function styleNow(element: Element): Style {
  const pass = stylesNow()
  const path: Element[] = []
  for (let at: Element | null = element; at; at = parentOf(at)) path.push(at)
  let style: Style | undefined
  for (let at = path.pop(); at; at = path.pop()) style = pass.style(at, style)
  return style as Style
}

/** In the flat tree. */
const parentOf = (element: Element): Element | null =>
  element.assignedSlot ??
  element.parentElement ??
  (element.getRootNode() as Partial<ShadowRoot>).host ??
  null

const HTML = 'http://www.w3.org/1999/xhtml'

const ASKED: Readonly<Record<string, (element: Element, style: Style) => string>> = {
  display(element, { display, values }) {
    const declared = values.display ?? 'inline'
    if (display === 'none') return 'none'
    const isDrawn = element.namespaceURI !== HTML && element.localName !== 'svg'
    // What the layout takes for a block, or for nothing at all, is told by its own name.
    return isDrawn || /^(?:flow-root|list-item|contents)$/.test(declared) ? declared : display
  },
  visibility: (_, { values }) => values.visibility ?? 'visible',
}

/** What is not inherited and that nothing has set, by its name; jQuery fades to the opacity that it finds. */
const INITIAL: Readonly<Record<string, string>> = {
  opacity: '1',
  position: 'static',
  float: 'none',
  clear: 'none',
  'z-index': 'auto',
  transform: 'none',
  filter: 'none',
}

interface Computed {
  readonly [S.computed]: boolean
  readonly [S.element]: Element
}

export function installComputedStyle(_: InnerWindow): void {
  wrap<(this: Computed, name: string) => string>(
    CSSStyleDeclaration.prototype,
    'getPropertyValue',
    (original) =>
      function (name) {
        const ask = this[S.computed] ? ASKED[name] : undefined
        if (ask === undefined || !this[S.element].isConnected) {
          const value = original.call(this, name)
          const isUnset = value === '' && this[S.computed] && this[S.element].isConnected
          return isUnset ? (INITIAL[name] ?? '') : value
        }
        return ask(this[S.element], styleNow(this[S.element]))
      },
  )
}
