/**
 * Converts request bodies for fetch, and response bytes to the requested type; null if they do not
 * fit it.
 * https://xhr.spec.whatwg.org/#response
 */

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
