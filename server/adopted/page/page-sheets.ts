// Loads the style sheets that a document links and imports, fires `load` and `error` of links, and
// delays the scripts that follow them.
// https://html.spec.whatwg.org/multipage/links.html#link-type-stylesheet

import {
  importsOf,
  isSheetLink,
  type LoadedSheet,
  setImportedSheets,
  setLinkedSheet,
} from '../../dom/index.ts'
import type { PageRequests } from './page-requests.ts'

/** Delays the `load` event of the document. */
type Hold = (work: Promise<unknown>) => void

/** The depth of imports, and their number in a page. */
const MOST_DEPTH = 5
const MOST_IMPORTS = 100

interface FoundSheet extends LoadedSheet {
  readonly isFound: boolean
}

export class PageSheets {
  readonly #requests: PageRequests
  readonly #hold: Hold
  /** The address, or the text, that each element had last. */
  readonly #loaded = new WeakMap<Element, string>()
  readonly #blocking = new Set<Promise<void>>()
  #imports = 0

  constructor(requests: PageRequests, hold: Hold) {
    this.#requests = requests
    this.#hold = hold
  }

  /** Settles when the parser's sheets are there. Undefined: they are. */
  get ready(): Promise<unknown> | undefined {
    return this.#blocking.size === 0 ? undefined : Promise.all(this.#blocking)
  }

  /** Loads again what has changed. @param by Its origin: scripts wait for parsed sheets. */
  load(owner: HTMLLinkElement | HTMLStyleElement, by: 'parser' | 'script'): void {
    if (!owner.isConnected) return
    const isLink = owner.localName === 'link'
    const source = isLink ? addressOf(owner as HTMLLinkElement) : importingText(owner)
    if (source === this.#loaded.get(owner)) return
    if (source === undefined) {
      this.#loaded.delete(owner)
      if (isLink) setLinkedSheet(owner, undefined)
      return
    }
    this.#loaded.set(owner, source)
    const isCurrent = () => this.#loaded.get(owner) === source
    const work = isLink
      ? this.#loadLink(owner, source, isCurrent)
      : this.#loadImports(owner as HTMLStyleElement, source, isCurrent)
    this.#hold(work)
    if (by === 'script') return
    this.#blocking.add(work)
    work.then(() => this.#blocking.delete(work))
  }

  /** A file that is missing gives the link an empty sheet, as in Chromium. */
  async #loadLink(link: Element, address: string, isCurrent: () => boolean): Promise<void> {
    const sheet = await this.#read(address, 0)
    if (!isCurrent()) return
    setLinkedSheet(link, sheet)
    link.dispatchEvent(new Event(sheet.isFound ? 'load' : 'error'))
  }

  async #loadImports(
    style: HTMLStyleElement,
    css: string,
    isCurrent: () => boolean,
  ): Promise<void> {
    const imports = await this.#importsOf(css, style.baseURI, 0)
    if (isCurrent()) setImportedSheets(style, imports)
  }

  async #read(address: string, depth: number): Promise<FoundSheet> {
    const { origin, protocol } = new URL(URL.canParse(address) ? address : location.href)
    const isOwn = origin === location.origin || /^(?:data|blob):$/.test(protocol)
    const empty = { text: '', href: address, isClosed: !isOwn, imports: new Map() }
    // Scripts cannot read sheets of other origins, so they are not requested without permission.
    if (!isOwn && !this.#requests.isAllowed(origin)) return { ...empty, isFound: true }
    try {
      const { url, text, type } = await this.#requests.load(address, 'the style sheet')
      if (type !== 'text/css') return { ...empty, isFound: false }
      return { ...empty, text, isFound: true, imports: await this.#importsOf(text, url, depth) }
    } catch {
      return { ...empty, isFound: false }
    }
  }

  async #importsOf(css: string, base: string, depth: number): Promise<Map<string, LoadedSheet>> {
    const sheets = new Map<string, LoadedSheet>()
    const addresses = depth < MOST_DEPTH && /@import/i.test(css) ? importsOf(css) : []
    const load = async (address: string) => {
      this.#imports += 1
      if (this.#imports > MOST_IMPORTS || !URL.canParse(address, base)) return
      sheets.set(address, await this.#read(new URL(address, base).href, depth + 1))
    }
    await Promise.all(addresses.map(load))
    return sheets
  }
}

/** The address of a linked sheet. Text that is no URL is an address without a file. */
function addressOf(link: HTMLLinkElement): string | undefined {
  const href = link.getAttribute('href')
  if (!isSheetLink(link) || href === null || link.hasAttribute('disabled')) return undefined
  if (!/^(?:text\/css)?$/i.test(link.type)) return undefined
  return href !== '' && URL.canParse(href, link.baseURI) ? new URL(href, link.baseURI).href : href
}

function importingText({ textContent }: Element): string | undefined {
  return textContent && /@import/i.test(textContent) ? textContent : undefined
}
