/**
 * Supports CDATA sections: `DOMParser` reads them, XML documents create them, `XMLSerializer`
 * writes them.
 * https://dom.spec.whatwg.org/#interface-cdatasection
 * happy-dom's parser of XML refuses them: capricorn86/happy-dom#1900.
 */
import { Document } from '#happy-dom'
import { define, type InnerNode, type InnerWindow, inner, override, S } from '../internals.ts'

const SECTIONS = /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>/g
/** Replaces a section while the rest is parsed: XML cannot contain this character. */
const MARK = '\u0001cdata '
const MARKED = new RegExp(`${MARK}(\\d+)\u0001`, 'g')

export function installCdata(window: InnerWindow): void {
  /** Sections of the text being serialized, each replaced by a mark. */
  let written: string[] | undefined

  class CDATASection extends window.Text {
    override get nodeType(): 4 {
      return 4 as const
    }
    override get nodeName(): string {
      return '#cdata-section'
    }
    override get textContent(): string {
      return written ? `${MARK}${written.push(this.data) - 1}\u0001` : this.data
    }
    override set textContent(data: string) {
      this.data = data
    }
  }
  const make = (document: Pick<globalThis.Document, 'createTextNode'>, data: string): Text => {
    const text = document.createTextNode(data)
    return Object.setPrototypeOf(text, CDATASection.prototype)
  }
  define<Document>(Document.prototype, {
    createCDATASection(data: unknown) {
      const text = String(data)
      if (inner(this) === inner(window.document)) {
        throw new window.DOMException('Not in HTML documents', 'NotSupportedError')
      }
      if (text.includes(']]>')) {
        throw new window.DOMException('"]]>" would end it', 'InvalidCharacterError')
      }
      return make(this as unknown as globalThis.Document, text)
    },
  })
  override<DOMParser>(window.DOMParser.prototype, {
    parseFromString(source, type) {
      const text = String(source)
      if (type === 'text/html' || !text.includes('<![CDATA['))
        return super.parseFromString(text, type)
      const sections: string[] = []
      const marked = text.replace(SECTIONS, (whole, data?: string) =>
        data === undefined ? whole : `<!--${MARK}${sections.push(data) - 1}-->`,
      )
      const parsed = super.parseFromString(marked, type)
      for (const comment of commentsIn(inner(parsed))) {
        const { data } = comment as unknown as Comment
        const section = data.startsWith(MARK)
          ? sections[Number(data.slice(MARK.length))]
          : undefined
        if (section !== undefined)
          (comment as unknown as Comment).replaceWith(make(parsed, section))
      }
      return parsed
    },
  })
  override<XMLSerializer>(window.XMLSerializer.prototype, {
    serializeToString(root) {
      const sections: string[] = []
      written = sections
      try {
        const text: string = super.serializeToString(root)
        return sections.length === 0
          ? text
          : text.replace(MARKED, (_, index: string) => `<![CDATA[${sections[Number(index)]}]]>`)
      } finally {
        written = undefined
      }
    },
  })
  Object.assign(window, { CDATASection })
}

const COMMENT = 8

function commentsIn(node: InnerNode): InnerNode[] {
  return node[S.nodeArray].flatMap((child) =>
    child[S.nodeType] === COMMENT ? [child] : commentsIn(child),
  )
}
