/**
 * Reads `contentWindow` and `contentDocument` from the frame loader, and reports changes to it.
 * happy-dom fires `load` for each `srcdoc`, and a frame whose text is removed has no document.
 * Report: docs/happy-dom/srcdoc.md
 */
import { define, type InnerWindow, S } from '../internals.ts'
import { frameLoader, offerFrame, srcdocLoader } from '../page/resource-loaders.ts'
import { srcdocFrames } from '../page/srcdoc-frames.ts'

const namesContent = (frame: Element, { [S.name]: name }: Attr): boolean =>
  name === 'srcdoc' || (name === 'src' && !frame.hasAttribute('srcdoc'))

/** https://html.spec.whatwg.org/multipage/iframe-embed-object.html#the-iframe-element */
export function installFrames(window: InnerWindow): void {
  srcdocLoader.value = srcdocFrames(window)
  define<HTMLIFrameElement>(window.HTMLIFrameElement.prototype, {
    get contentWindow() {
      return frameLoader().windowOf(this)
    },
    get contentDocument() {
      return frameLoader().documentOf(this)
    },
    [S.connectedToDocument]() {
      super[S.connectedToDocument]()
    },
    [S.disconnectedFromDocument]() {
      super[S.disconnectedFromDocument]()
      frameLoader().left(this)
    },
    [S.onSetAttribute](attribute: Attr, before: object | null) {
      super[S.onSetAttribute](attribute, before)
      if (namesContent(this, attribute)) offerFrame(this, true)
    },
    [S.onRemoveAttribute](attribute: Attr) {
      super[S.onRemoveAttribute](attribute)
      if (namesContent(this, attribute)) offerFrame(this, true)
    },
  })
}
