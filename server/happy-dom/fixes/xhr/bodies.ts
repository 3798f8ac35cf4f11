/**
 * Bodies of XMLHttpRequest. In: what is to be sent; the bytes of a response, and what kind they are said to be. Out: what fetch
 * takes; text, JSON, bytes, a Blob or a document, and null for what is not of the kind that was asked for. https://xhr.spec.whatwg.org/#response
 */

/** What fetch takes; a document is sent as its markup. */
export const requestBody = (body: XMLHttpRequestBodyInit | Document): BodyInit =>
  body instanceof Document ? body.documentElement.outerHTML : body

export function textOf(bytes: Uint8Array, contentType: string): string {
  const charset = /;\s*charset="?([^\s";]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

export function responseOf(type: string, bytes: Uint8Array, contentType: string): unknown {
  switch (type) {
    case 'json':
      return jsonOf(bytes)
    case 'arraybuffer':
      return bytes.slice().buffer
    case 'blob':
      return new Blob([bytes.slice()], { type: contentType })
    case 'document':
      return documentOf(textOf(bytes, contentType), contentType)
    default:
      return textOf(bytes, contentType)
  }
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}

function documentOf(text: string, contentType: string): Document | null {
  const isHtml = /^text\/html/i.test(contentType)
  if (!isHtml && !/^[^;]*\bxml\b/i.test(contentType)) return null
  const document = new DOMParser().parseFromString(text, isHtml ? 'text/html' : 'application/xml')
  return document.querySelector('parsererror') ? null : document
}
