/**
 * Adds members of a line or two that happy-dom lacks: older names, and facts about a window that
 * nobody looks at. An addition.
 */
import { HappyDOM } from '#happy-dom'
import { DOCUMENT, define, ELEMENT, type InnerWindow } from '../internals.ts'

export function installSmallMembers(window: InnerWindow): void {
  installOtherNames(window)
  installNamespaces(window)
  define<Document>(HappyDOM.Document.prototype, {
    get dir() {
      return this.documentElement?.dir ?? ''
    },
    set dir(value: string) {
      if (this.documentElement) this.documentElement.dir = value
    },
    get inputEncoding() {
      return this.characterSet
    },
    get rootElement() {
      const root: Element | null = this.documentElement
      return root instanceof window.SVGSVGElement ? root : null
    },
    writeln(...texts: unknown[]) {
      this.write(...texts.map(String), '\n')
    },
    pointerLockElement: null,
  })
  define(window.HTMLTextAreaElement.prototype, {
    get type() {
      return 'textarea'
    },
  })
  define<HTMLSelectElement>(window.HTMLSelectElement.prototype, {
    namedItem(name: string) {
      return this.options.namedItem(name)
    },
  })
  define(window.HTMLVideoElement.prototype, { videoWidth: 0, videoHeight: 0 })
  installScreen(window)
}

/**
 * Gives the screen the size of the window, and an orientation.
 * https://w3c.github.io/screen-orientation/
 */
function installScreen(window: InnerWindow): void {
  const { innerWidth: width, innerHeight: height, DOMException } = window
  const orientation = Object.assign(new window.EventTarget(), {
    type: width >= height ? 'landscape-primary' : 'portrait-primary',
    angle: 0,
    async lock(): Promise<void> {
      throw new DOMException(
        'screen.orientation.lock() is not available on this device.',
        'NotSupportedError',
      )
    },
    unlock() {},
  })
  Object.assign(window.screen, { width, height, availWidth: width, availHeight: height })
  define(window.Screen.prototype, {
    availLeft: 0,
    availTop: 0,
    isExtended: false,
    get orientation() {
      return orientation
    },
  })
}

function installOtherNames(window: InnerWindow): void {
  const bar = { visible: true }
  const bars = ['locationbar', 'menubar', 'personalbar', 'scrollbars', 'statusbar', 'toolbar']
  Object.assign(window, {
    ...Object.fromEntries(bars.map((name) => [name, bar])),
    WebKitMutationObserver: window.MutationObserver,
    webkitURL: URL,
    crossOriginIsolated: false,
    originAgentCluster: false,
  })
  Object.defineProperty(window, 'length', {
    configurable: true,
    get: () => window.document.getElementsByTagName('iframe').length,
  })
}

const XML = 'http://www.w3.org/XML/1998/namespace'
const XMLNS = 'http://www.w3.org/2000/xmlns/'

/** https://dom.spec.whatwg.org/#locate-a-namespace */
function namespaceOf(element: Element | null, prefix: string | null): string | null {
  if (prefix === 'xml') return XML
  if (prefix === 'xmlns') return XMLNS
  for (let ancestor = element; ancestor; ancestor = ancestor.parentElement) {
    if (ancestor.namespaceURI !== null && ancestor.prefix === prefix) return ancestor.namespaceURI
    const declared = ancestor.getAttribute(prefix === null ? 'xmlns' : `xmlns:${prefix}`)
    if (declared !== null) return declared || null
  }
  return null
}

/** https://dom.spec.whatwg.org/#locate-a-namespace-prefix */
function prefixOf(element: Element | null, namespace: string): string | null {
  for (let ancestor = element; ancestor; ancestor = ancestor.parentElement) {
    if (ancestor.namespaceURI === namespace && ancestor.prefix !== null) return ancestor.prefix
    for (const { name, value } of ancestor.attributes)
      if (name.startsWith('xmlns:') && value === namespace) return name.slice('xmlns:'.length)
  }
  return null
}

function elementOf(node: Node): Element | null {
  if (node.nodeType === ELEMENT) return node as Element
  if (node.nodeType === DOCUMENT) return (node as Document).documentElement
  return 'ownerElement' in node ? (node.ownerElement as Element | null) : node.parentElement
}

function installNamespaces({ Node }: InnerWindow): void {
  define<Node>(Node.prototype, {
    lookupNamespaceURI(prefix: string | null) {
      return namespaceOf(elementOf(this), prefix || null)
    },
    lookupPrefix(namespace: string | null) {
      return namespace ? prefixOf(elementOf(this), namespace) : null
    },
    isDefaultNamespace(namespace: string | null) {
      return namespaceOf(elementOf(this), null) === (namespace || null)
    },
  })
}
