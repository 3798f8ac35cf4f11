/**
 * Parses and serializes markup outside innerHTML: insertAdjacentHTML, outerHTML, ranges, getHTML,
 * setHTMLUnsafe and parseHTMLUnsafe with declarative shadow roots.
 * https://html.spec.whatwg.org/multipage/dynamic-markup-insertion.html
 * happy-dom reverses insertAdjacentHTML('afterbegin'): capricorn86/happy-dom#2383.
 * Its getHTML omits the element's own root; not reported. Report: docs/happy-dom/get-html.md
 */
import { HTMLSerializer } from '#happy-dom'
import {
  define,
  type InnerElement,
  type InnerNode,
  type InnerShadowRoot,
  type InnerWindow,
  inner,
  override,
  S,
} from '../internals.ts'
import { takeDeclared } from './declared-roots.ts'
import { writeNode } from './inner-html.ts'
import { parseDocument, parseNodes } from './parser.ts'
import { atomically, makeAtomic } from './reactions.ts'

interface HTMLOptions {
  serializableShadowRoots?: boolean
  shadowRoots?: readonly object[]
}

export function installMarkup(window: InnerWindow): void {
  const { Element, ShadowRoot, HTMLTemplateElement, Range, document } = window

  const fragmentOf = (html: unknown, context: InnerElement | null, declares = false) => {
    const fragment = document.createDocumentFragment()
    for (const node of parseNodes(window, String(html), context, declares)) {
      inner(fragment)[S.appendChild](node, true)
    }
    return fragment
  }
  const contextFor = (node: Node | null): InnerElement => {
    const element = node instanceof Element ? node : node?.parentElement
    return inner(!element || element.localName === 'html' ? document.body : element)
  }

  Element.prototype.insertAdjacentHTML = function (position, html) {
    const where = position.toLowerCase() as InsertPosition
    const outside = where === 'beforebegin' || where === 'afterend'
    if (outside && !(this.parentNode instanceof Element)) {
      throw new window.DOMException(
        `Failed to execute 'insertAdjacentHTML' on 'Element': The element has no parent.`,
        'NoModificationAllowedError',
      )
    }
    const fragment = fragmentOf(html, contextFor(outside ? this.parentNode : this))
    if (where === 'beforebegin') this.before(fragment)
    else if (where === 'afterbegin') this.prepend(fragment)
    else if (where === 'beforeend') this.append(fragment)
    else if (where === 'afterend') this.after(fragment)
    else throw new window.DOMException(`"${position}" is not a position`, 'SyntaxError')
  }
  makeAtomic(Element.prototype, 'insertAdjacentHTML')

  Range.prototype.createContextualFragment = function (html) {
    return fragmentOf(html, contextFor(this.startContainer))
  }

  override<Element>(Element.prototype, {
    set outerHTML(html: string) {
      if (this.parentNode) this.replaceWith(fragmentOf(html, contextFor(this.parentNode)))
    },
    attachShadow(init) {
      const taken = takeDeclared(inner(this), init?.mode)
      if (taken) return taken
      const root = super.attachShadow(init)
      inner<InnerShadowRoot>(root)[S.delegatesFocus] = init.delegatesFocus === true
      return root
    },
  })
  HTMLSerializer.prototype.serializeToString = (root) => writeNode(root as unknown as InnerNode)
  for (const { prototype } of [Element, ShadowRoot]) {
    define<Element | ShadowRoot>(prototype, {
      getHTML,
      setHTMLUnsafe(html: unknown) {
        const isTemplate = this instanceof HTMLTemplateElement
        const context = inner<InnerElement>('host' in this ? this.host : this)
        const fragment = fragmentOf(html, isTemplate ? null : context, true)
        const target = isTemplate ? this.content : this
        atomically(() => target.replaceChildren(fragment))
      },
    })
  }
  Reflect.deleteProperty(HTMLTemplateElement.prototype, 'getHTML')
  Object.assign(window.Document, {
    parseHTMLUnsafe(html: unknown) {
      const parsed = new window.DOMParser().parseFromString('', 'text/html')
      parseDocument(window, String(html), inner(parsed), true)
      return parsed
    },
  })
}

function getHTML(this: object, options: HTMLOptions = {}): string {
  const shown = new Set<object>(options.shadowRoots)
  const node = inner<InnerElement>(this)
  const writes = (root: InnerNode): boolean =>
    shown.has(root) || (options.serializableShadowRoots === true && root[S.serializable] === true)
  return writeNode(node, writes, true)
}
