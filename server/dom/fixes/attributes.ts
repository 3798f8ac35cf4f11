/**
 * Reflects attributes as properties, and keeps the attribute node when `setAttribute` changes it.
 * Reports: docs/happy-dom/set-attribute.md docs/happy-dom/class-list.md
 * docs/happy-dom/input-type.md; `className` of SVG is text: capricorn86/happy-dom#2312.
 */

import { DOMTokenList } from '#happy-dom'
import { HTML } from '../../html/names.ts'
import {
  define,
  type InnerAttribute,
  type InnerElement,
  type InnerWindow,
  inner,
  override,
  prototypeOf,
  S,
} from '../internals.ts'

/** Keeping the node also makes updates of views cheaper. */
export function installAttributes(window: InnerWindow): void {
  override<Element>(window.Element.prototype, {
    setAttribute(...args) {
      const element = inner<InnerElement>(this)
      const attributes = element[S.attributes]
      if (args.length < 2 || attributes[S.items].size === 0 || element[S.namespaceURI] !== HTML) {
        return super.setAttribute(...args)
      }
      const name = String(args[0])
      const value = String(args[1])
      const attribute = attributes.getNamedItem(name)
      if (attribute === null) return super.setAttribute(name, value)
      changeValue(element, attribute, value)
    },
  })
}

function changeValue(element: InnerElement, attribute: InnerAttribute, value: string): void {
  const { [S.name]: name, [S.value]: before } = attribute
  attribute[S.value] = value
  element[S.onSetAttribute](attribute, { [S.name]: name, [S.value]: before, name, value: before })
}

const ARIA =
  'Atomic AutoComplete BrailleLabel BrailleRoleDescription Busy Checked ColCount ColIndex ColIndexText ColSpan Current ' +
  'Description Disabled Expanded HasPopup Hidden Invalid KeyShortcuts Label Level Live Modal MultiLine MultiSelectable ' +
  'Orientation Placeholder PosInSet Pressed ReadOnly Relevant Required RoleDescription RowCount RowIndex RowIndexText ' +
  'RowSpan Selected SetSize Sort ValueMax ValueMin ValueNow ValueText'

interface Accessor {
  get(this: Element): unknown
  set(this: Element, value: unknown): void
}

/** Null and undefined remove the attribute. */
const nullable = (attribute: string): Accessor => ({
  get() {
    return this.getAttribute(attribute)
  },
  set(value) {
    if (value === null || value === undefined) this.removeAttribute(attribute)
    else this.setAttribute(attribute, String(value))
  },
})

const text = (attribute: string): Accessor => ({
  get() {
    return this.getAttribute(attribute) ?? ''
  },
  set(value) {
    this.setAttribute(attribute, String(value))
  },
})

const keyword = (attribute: string, known: readonly string[]): Accessor => ({
  get() {
    const value = this.getAttribute(attribute)?.toLowerCase() ?? ''
    return known.includes(value) ? value : ''
  },
  set: text(attribute).set,
})

const boolean = (attribute: string, yes: string, no: string, otherwise: boolean): Accessor => ({
  get() {
    const value = this.getAttribute(attribute)?.toLowerCase()
    return value === yes || value === '' ? true : value === no ? false : otherwise
  },
  set(value) {
    this.setAttribute(attribute, value ? yes : no)
  },
})

const address = (attribute: string): Accessor => ({
  get() {
    const value = this.getAttribute(attribute)
    return value && URL.canParse(value, this.baseURI) ? new URL(value, this.baseURI).href : ''
  },
  set(value) {
    this.setAttribute(attribute, String(value))
  },
})

const flag = (attribute: string): Accessor => ({
  get() {
    return this.hasAttribute(attribute)
  },
  set(value) {
    this.toggleAttribute(attribute, Boolean(value))
  },
})

const count = (attribute: string, otherwise: number): Accessor => ({
  get() {
    const value = Number.parseInt(this.getAttribute(attribute) ?? '', 10)
    return value >= 0 ? value : otherwise
  },
  set(value) {
    this.setAttribute(attribute, String(Math.trunc(Number(value)) || 0))
  },
})

/** `property:attribute` where the names differ. */
const REFLECTED: readonly (readonly [className: string, make: typeof text, names: string])[] = [
  ['HTMLAnchorElement', text, 'name rev charset'],
  ['HTMLImageElement', text, 'name align border fetchPriority crossOrigin'],
  ['HTMLSelectElement', text, 'autocomplete'],
  ['HTMLTextAreaElement', text, 'wrap dirName'],
  ['HTMLInputElement', text, 'dirName'],
  ['HTMLFormElement', text, 'rel acceptCharset:accept-charset encoding:enctype'],
  [
    'HTMLTableElement',
    text,
    'align border width bgColor cellPadding cellSpacing summary rules frame',
  ],
  ['HTMLTableCellElement', text, 'align width height vAlign bgColor axis'],
  ['HTMLTableRowElement', text, 'align vAlign bgColor'],
  ['HTMLParagraphElement', text, 'align'],
  ['HTMLDivElement', text, 'align'],
  ['HTMLLIElement', text, 'type'],
  ['HTMLUListElement', text, 'type'],
  ['HTMLDetailsElement', text, 'name'],
  ['HTMLTemplateElement', (name) => keyword(name, ['open', 'closed']), 'shadowRootMode'],
  ['HTMLDialogElement', text, 'closedBy'],
  ['HTMLButtonElement', text, 'command'],
  ['HTMLIFrameElement', text, 'loading align frameBorder'],
  ['HTMLLinkElement', text, 'imageSrcset imageSizes fetchPriority integrity target'],
  ['HTMLMetaElement', text, 'media'],
  ['HTMLElement', flag, 'autofocus'],
  ['HTMLElement', text, 'accessKey enterKeyHint inputMode autocapitalize'],
  ['HTMLElement', (name) => boolean(name, 'true', 'false', false), 'draggable'],
  ['HTMLElement', (name) => boolean(name, 'true', 'false', true), 'spellcheck'],
  ['HTMLElement', (name) => boolean(name, 'yes', 'no', true), 'translate'],
  ['HTMLVideoElement', address, 'poster'],
  ['HTMLOptGroupElement', text, 'label'],
  ['HTMLOptionElement', flag, 'defaultSelected:selected'],
  ['HTMLVideoElement', flag, 'playsInline disablePictureInPicture'],
  ['HTMLIFrameElement', flag, 'allowFullscreen'],
  [
    'HTMLTemplateElement',
    flag,
    'shadowRootDelegatesFocus shadowRootClonable shadowRootSerializable',
  ],
  ['HTMLTableCellElement', flag, 'noWrap'],
  ['HTMLSelectElement', (name) => count(name, 0), 'size'],
  ['HTMLTextAreaElement', (name) => count(name, name === 'cols' ? 20 : 2), 'cols rows'],
  ['HTMLTableColElement', (name) => count(name, 1), 'span'],
  ['HTMLVideoElement', (name) => count(name, 0), 'width height'],
]

function reflectAll(window: InnerWindow): void {
  for (const [className, make, names] of REFLECTED) {
    const prototype = prototypeOf(window, className)
    for (const name of names.split(' ')) {
      const [property = name, attribute = property.toLowerCase()] = name.split(':')
      reflect(prototype, property, make(attribute))
    }
  }
}

/**
 * happy-dom lacks ARIA properties and many others.
 * https://html.spec.whatwg.org/multipage/common-dom-interfaces.html
 */
export function installReflect(window: InnerWindow): void {
  const { Element } = window
  for (const name of ARIA.split(' ')) {
    reflect(Element.prototype, `aria${name}`, nullable(`aria-${name.toLowerCase()}`))
  }
  reflect(window.HTMLOptionElement.prototype, 'label', {
    get() {
      return this.getAttribute('label') ?? (this as HTMLOptionElement).text
    },
    set: text('label').set,
  })
  override<HTMLInputElement>(window.HTMLInputElement.prototype, {
    set type(value: string) {
      super.type = String(value)
    },
  })
  installTokens()
  reflectAll(window)
  define<Element>(Element.prototype, {
    get part() {
      return new DOMTokenList(S.illegalConstructor as never, this as never, 'part')
    },
    set part(value: unknown) {
      this.setAttribute('part', String(value))
    },
  })
}

interface Tokens {
  [S.ownerElement]: Element
  [S.attributeName]: string
}

const isWritten = (tokens: Tokens): boolean =>
  tokens[S.ownerElement].hasAttribute(tokens[S.attributeName])

/** Removing an absent token must not create the attribute. */
function installTokens(): void {
  override<Tokens, object>(DOMTokenList.prototype, {
    remove(...args: unknown[]) {
      if (isWritten(this)) super.remove(...args)
    },
    toggle(...args: unknown[]) {
      return (args[1] !== false || isWritten(this)) && super.toggle(...args)
    },
  })
}

function reflect(prototype: object, name: string, accessor: Accessor): void {
  Object.defineProperty(prototype, name, { configurable: true, enumerable: true, ...accessor })
}

/** One object for each element. */
export function installSvgNames(window: InnerWindow): void {
  const classNames = new WeakMap<SVGElement, SVGAnimatedString>()
  const classNameOf = (element: SVGElement): SVGAnimatedString => {
    const known = classNames.get(element)
    if (known) return known
    const className = new ClassName(OURS, element) as unknown as SVGAnimatedString
    classNames.set(element, className)
    return className
  }
  Object.setPrototypeOf(ClassName.prototype, window.SVGAnimatedString.prototype)
  define<SVGElement>(window.SVGElement.prototype, {
    get className() {
      return classNameOf(this)
    },
  })
}

/** Pages cannot construct one. */
const OURS = Symbol('ours')

class ClassName {
  readonly #element: SVGElement
  constructor(allow: unknown, element: SVGElement) {
    if (allow !== OURS) throw new TypeError('Illegal constructor')
    this.#element = element
  }
  get baseVal(): string {
    return this.#element.getAttribute('class') ?? ''
  }
  set baseVal(value: unknown) {
    this.#element.setAttribute('class', String(value))
  }
  get animVal(): string {
    return this.baseVal
  }
}
