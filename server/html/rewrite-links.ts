// Rewrites URLs in HTML and leaves every other byte unchanged. Skips raw text such as scripts,
// except linked data in JSON.
// https://html.spec.whatwg.org/multipage/indices.html#attributes-3

import { type Token, type TokenHandler, Tokenizer, TokenizerMode } from 'parse5'
import { escapeAttribute } from './escape.ts'
import { RAW } from './nesting.ts'

/** Null keeps the URL. */
export type Rewrite = (url: string, kind: 'link' | 'resource' | 'data') => string | null

/** Attributes with a URL, and their elements. */
const LINKS = new Map(
  Object.entries({
    href: ['a', 'area', 'link'],
    'xlink:href': ['a'],
    action: ['form'],
    formaction: ['button', 'input'],
    cite: ['blockquote', 'q'],
    poster: ['video'],
    data: ['object'],
    src: 'audio embed iframe img input script source track video'.split(' '),
  }),
)

const FOLLOWED = new Set(['href', 'xlink:href', 'action', 'formaction'])

const RESOURCES = new Set(['src', 'poster', 'data'])

const OWN_URL = new Set(['og:url', 'twitter:url'])

/** Returns the tokenizer's mode inside an element, if it is not the usual one. */
export function modeInside(
  tag: string,
): (typeof TokenizerMode)[keyof typeof TokenizerMode] | undefined {
  if (tag === 'script') return TokenizerMode.SCRIPT_DATA
  if (tag === 'plaintext') return TokenizerMode.PLAINTEXT
  if (tag === 'textarea' || tag === 'title') return TokenizerMode.RCDATA
  return RAW.has(tag) || tag === 'noscript' ? TokenizerMode.RAWTEXT : undefined
}

const nothing = (): void => undefined

/** Handlers of a tokenizer that ignores all tokens. */
export const IGNORED: TokenHandler = {
  onStartTag: nothing,
  onEndTag: nothing,
  onComment: nothing,
  onDoctype: nothing,
  onCharacter: nothing,
  onNullCharacter: nothing,
  onWhitespaceCharacter: nothing,
  onEof: nothing,
}

interface Change {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** @param keepAs Prefix of the attribute with a link's original address. Default: none. */
export function rewriteLinks(html: string, rewrite: Rewrite, keepAs?: string): string {
  const changes: Change[] = []
  let data: number | undefined

  const onStartTag = (tag: Token.TagToken) => {
    const { tagName, attrs, location } = tag
    const places = location?.attrs
    const value = (name: string) => attrs.find((attr) => attr.name === name)?.value
    const isOwnUrl =
      tagName === 'meta' && OWN_URL.has((value('property') ?? value('name') ?? '').toLowerCase())
    for (const { name, value: before } of attrs) {
      const place = places?.[name]
      const isUrl = LINKS.get(name)?.includes(tagName) || (isOwnUrl && name === 'content')
      if (place === undefined || !isUrl) continue
      const isResource = RESOURCES.has(name) || (tagName === 'link' && isSheetOrIcon(value('rel')))
      const after = rewrite(before, isResource ? 'resource' : 'link')
      if (after === null || after === before) continue
      const kept =
        keepAs !== undefined && !isResource && FOLLOWED.has(name)
          ? ` ${keepAs}${name}="${escapeAttribute(before)}"`
          : ''
      const replacement = `${name}="${escapeAttribute(after)}"${kept}`
      changes.push({ start: place.startOffset, end: place.endOffset, text: replacement })
    }
    if (tagName === 'script' && /^application\/ld\+json$/i.test(value('type') ?? ''))
      data = location?.endOffset
    tokenizer.state = modeInside(tagName) ?? tokenizer.state
  }
  const onEndTag = ({ tagName, location }: Token.TagToken) => {
    if (tagName !== 'script' || data === undefined || !location) return
    const [start, end] = [data, location.startOffset]
    data = undefined
    const before = html.slice(start, end)
    const replacement = rewriteData(before, (url) => rewrite(url, 'data'))
    if (replacement !== before) changes.push({ start, end, text: replacement })
  }
  const handlers = { ...IGNORED, onStartTag, onEndTag }
  const tokenizer = new Tokenizer({ sourceCodeLocationInfo: true }, handlers)
  tokenizer.write(html, true)

  let rewritten = ''
  let from = 0
  for (const { start, end, text: put } of changes) {
    rewritten += html.slice(from, start) + put
    from = end
  }
  return from === 0 ? html : rewritten + html.slice(from)
}

const isSheetOrIcon = (rel = ''): boolean =>
  /(?:^|\s)(?:stylesheet|icon|preload|modulepreload|manifest|apple-touch-icon)(?:\s|$)/i.test(rel)

const rewriteData = (json: string, rewrite: (url: string) => string | null): string =>
  json.replace(/"(?:[^"\\]|\\.)*"/g, (literal) => {
    if (!literal.includes('#!')) return literal
    try {
      const after = rewrite(JSON.parse(literal) as string)
      return after === null ? literal : JSON.stringify(after).replaceAll('<', '\\u003c')
    } catch {
      return literal
    }
  })
