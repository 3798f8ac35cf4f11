/**
 * Style elements that a library takes for being there from page to page: emotion, MUI and styled-components put a rule into
 * them once, Stencil and Vaadin an element with its text. In: the head, before it is emptied and after it was filled again.
 * Out: such elements with their sheets, which are out of the document between pages. What of them a page uses is found out by
 * `used-rules.ts`. None of them are those of the shell; those whose text has a rule for pages at large, as nothing tells for
 * which pages it was meant; and those that are put in again for another page, as by views that never take theirs away.
 */
import { entriesOf, entryText, hasInserted } from '../fixes/sheets.ts'
import { type InnerElement, inner, S } from '../internals.ts'
import { purposeOf } from './selected.ts'

type Style = InnerElement & { [S.sheet]?: object | null }

/** More elements than a library makes: a view that adds one for every page would have the thread hold them all. */
const MOST_KEPT = 5_000
/** The same for those that say nothing but their text. */
const MOST_TEXTS = 500

const ofShells = new WeakSet<object>()
const ofModules = new WeakSet<object>()
/** What views put in for every page anew. */
const repeated = new Set<string>()
let aside: Style[] = []

/** Notes that an element is the shell's, which is made anew for every page. */
export const isOfShell = (style: InnerElement): void => void ofShells.add(style)

/** The shared elements of a head, in their order. */
export function sharedStyles(head: HTMLHeadElement): Style[] {
  const found: Style[] = []
  for (const child of inner<InnerElement>(head)[S.elementArray]) {
    if (child[S.localName] === 'style' && isShared(child)) found.push(child)
  }
  return found
}

function isShared(style: InnerElement): boolean {
  if (ofShells.has(style)) return false
  const element = style as unknown as HTMLStyleElement
  if (isMarked(element)) return true
  const isForAll = entriesOf(element).map((entry) => purposeOf(entryText(entry)).isGlobal)
  return (
    isForAll.length > 0 && !(hasInserted(style) ? isForAll.every(Boolean) : isForAll.some(Boolean))
  )
}

const isMarked = (element: Element): boolean =>
  element.hasAttribute('data-emotion') || element.hasAttribute('data-styled')

/** What an element says that says no more than its text. */
export function ownText(style: InnerElement): string | undefined {
  const element = style as unknown as HTMLStyleElement
  return isMarked(element) || hasInserted(style) ? undefined : element.outerHTML
}

/** Those that no page has put in again. */
function withoutRepeated(found: readonly Style[]): Style[] {
  const seen = new Set<string>()
  for (const text of found.map(ownText)) {
    if (text === undefined) continue
    if (seen.has(text)) repeated.add(text)
    seen.add(text)
  }
  return found.filter((style) => !repeated.has(ownText(style) ?? ''))
}

/** What the elements say now is the modules', and holds for all pages. */
export function adoptSharedStyles(head: HTMLHeadElement): void {
  for (const style of sharedStyles(head)) {
    for (const entry of entriesOf(style as unknown as HTMLStyleElement)) ofModules.add(entry)
  }
}

/** Takes the elements out of a head that is to be emptied. @returns What is left that no page can be kept from. */
export function setAsideStyles(head: HTMLHeadElement): string[] {
  const found = sharedStyles(head)
  if (found.length === 0) return []
  const stays: string[] = []
  for (const style of withoutRepeated(found)) {
    const element = style as unknown as HTMLStyleElement
    for (const entry of entriesOf(element)) {
      const text = entryText(entry)
      if (purposeOf(text).isGlobal && !ofModules.has(entry)) {
        stays.push(`a style for all pages that a view has left in the head (${text.slice(0, 80)})`)
      }
    }
    const { [S.sheet]: sheet } = style
    element.remove()
    // A browser would make a new one, without the rules that were put in: here the library is not to notice.
    style[S.sheet] = sheet ?? null
    aside.push(style)
  }
  if (aside.length > MOST_KEPT) stays.push(`more than ${MOST_KEPT} style elements in the head`)
  if (aside.length + repeated.size > MOST_TEXTS) {
    const texts = aside.filter((style) => ownText(style) !== undefined).length + repeated.size
    if (texts > MOST_TEXTS)
      stays.push(`more than ${MOST_TEXTS} texts of style elements in the head`)
  }
  return stays
}

/** Puts them back after what the head holds. */
export function putBackStyles(head: HTMLHeadElement): void {
  if (aside.length === 0) return
  const back = aside
  aside = []
  for (const style of back) {
    const { [S.sheet]: sheet } = style
    head.append(style as unknown as Element)
    style[S.sheet] = sheet ?? null
  }
}
