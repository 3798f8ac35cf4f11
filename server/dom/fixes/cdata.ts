/**
 * Lets `DOMParser` read CDATA sections of XML, such as feeds have: as text.
 * https://dom.spec.whatwg.org/#interface-cdatasection
 * happy-dom's parser of XML refuses them: capricorn86/happy-dom#1900.
 */
import { type InnerWindow, wrap } from '../internals.ts'

const SECTIONS = /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>/g

const escaped = (data: string): string =>
  data.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export function installCdata(window: InnerWindow): void {
  wrap<DOMParser['parseFromString']>(
    window.DOMParser.prototype,
    'parseFromString',
    (original) =>
      function (this: DOMParser, source, type) {
        const text = String(source)
        const isXml = type !== 'text/html' && text.includes('<![CDATA[')
        const read = (whole: string, data?: string) => (data === undefined ? whole : escaped(data))
        return original.call(this, isXml ? text.replace(SECTIONS, read) : text, type)
      },
  )
}
