/**
 * Reads `contentWindow` and `contentDocument` from the frame loader, and notifies it of frame
 * changes.
 * https://html.spec.whatwg.org/multipage/iframe-embed-object.html#the-iframe-element
 * happy-dom writes each `srcdoc` at once: `load` fires for each text, and a frame whose text is
 * removed has no document. Not reported. Report: docs/happy-dom/srcdoc.md
 */
import {
  define,
  type InnerAttribute,
  type InnerElement,
  type InnerWindow,
  inner,
  S,
} from '../internals.ts'
import { frameLoader, loadTextsBy, offerFrame } from '../page/frames.ts'
import { pageParsers } from '../page/parser.ts'
import { textFrames } from '../page/text-frames.ts'

const isNamed = (frame: Element, { [S.name]: name }: InnerAttribute): boolean =>
  name === 'srcdoc' || (name === 'src' && !frame.hasAttribute('srcdoc'))

export function installFrames(window: InnerWindow): void {
  loadTextsBy(textFrames(pageParsers(window)))
  const { prototype } = window.HTMLIFrameElement
  const above = inner<InnerElement>(Object.getPrototypeOf(prototype))
  define<HTMLIFrameElement>(prototype, {
    get contentWindow() {
      return frameLoader().windowOf(this)
    },
    get contentDocument() {
      return frameLoader().documentOf(this)
    },
  })
  Object.assign(prototype, {
    [S.connectedToDocument](this: InnerElement) {
      above[S.connectedToDocument].call(this)
    },
    [S.disconnectedFromDocument](this: InnerElement) {
      above[S.disconnectedFromDocument].call(this)
      frameLoader().left(this as unknown as HTMLIFrameElement)
    },
    [S.onSetAttribute](this: InnerElement, attribute: InnerAttribute, before: object | null) {
      above[S.onSetAttribute].call(this, attribute, before)
      const frame = this as unknown as HTMLIFrameElement
      if (isNamed(frame, attribute)) offerFrame(frame, true)
    },
    [S.onRemoveAttribute](this: InnerElement, attribute: InnerAttribute) {
      above[S.onRemoveAttribute].call(this, attribute)
      const frame = this as unknown as HTMLIFrameElement
      if (isNamed(frame, attribute)) offerFrame(frame, true)
    },
  })
}
