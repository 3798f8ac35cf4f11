// Handlers of pictures, videos and sounds, for element-handlers.ts. Knows the attributes of lazy
// and responsive ones.

import { defaultHandlers, type Handle } from 'hast-util-to-mdast'
import { type Element, isBlank, property, textNode } from './phrasing.ts'

export const image: Handle = (state, element, parent) => {
  const url = state.resolve(pictureUrl(element, parent))
  const alt = property(element, 'alt')
  if (!/^https?:/.test(url)) return textNode(alt)
  return { type: 'image', url, alt, title: property(element, 'title') || null }
}

/** Without a source, its content is left; without content, its URL is its text. */
export const media: Handle = (state, element) => {
  const node = defaultHandlers.video(state, element)
  if (!('url' in node)) return node
  if (!node.url) return node.children.filter((one) => one.type !== 'image' || one.url !== '')
  return isBlank(node.children) ? { ...node, children: [textNode(node.url)] } : node
}

const LATE = ['dataSrc', 'dataOriginal', 'dataLazySrc', 'dataLazy', 'dataUrl']
const SETS = ['srcSet', 'dataSrcset', 'dataLazySrcset']

/** The URL in the markup. Empty if there is none. Data URLs are placeholders. */
function pictureUrl(image: Element, parent: Parameters<Handle>[2]): string {
  const inPicture = parent && 'tagName' in parent && parent.tagName === 'picture'
  const sources = inPicture ? parent.children.filter((one) => 'tagName' in one) : []
  const urls = [
    ...['src', ...LATE].map((name) => property(image, name)),
    ...[image, ...sources].flatMap((one) => SETS.map((name) => firstOf(property(one, name)))),
  ]
  return urls.find((url) => url !== '' && !/^data:/i.test(url)) ?? ''
}

const firstOf = (set: string): string => /^[\s,]*(\S+?),?(?:\s|$)/.exec(set)?.[1] ?? ''
