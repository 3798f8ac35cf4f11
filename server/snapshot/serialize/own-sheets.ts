/**
 * Writes the sheets of a document that scripts have adopted or edited, and the properties that
 * they registered, for the writers of documents.
 * https://drafts.csswg.org/cssom/#dom-documentorshadowroot-adoptedstylesheets
 */

import { hasEditedRules, ownMedia, registeredText, sheetText, styleText } from '../../dom/index.ts'
import { S } from '../../dom/internals.ts'
import { escapeAttribute, styleRaw } from '../../html/escape.ts'

/** As style elements. One of the two is empty. */
export interface AdoptedSheets {
  readonly inHead: string
  readonly inBody: string
}

/**
 * Writes adopted sheets, which override those of elements, so last: in a body with sheets, too.
 * @param mark An attribute, for the app that takes over the page.
 */
export function adoptedSheets(document: Document, mark: string): AdoptedSheets {
  const { [S.adoptedStyleSheets]: sheets } = document
  const all = [registeredText()]
  // The list has the page's methods, once the page has read it.
  for (let index = 0; index < sheets.length; index++) all.push(sheetText(sheets[index] as object))
  const texts = all.map(styleRaw).filter(Boolean)
  const html = texts.map((text) => `<style${mark}>${text}</style>`).join('')
  const isInBody = html !== '' && document.body?.querySelector(OWNERS) != null
  return isInBody ? { inHead: '', inBody: html } : { inHead: html, inBody: '' }
}

const OWNERS = 'style,link[rel~="stylesheet"]'

/** The attributes of a style or a link, where its sheet has other media, or is disabled. */
export function sheetState(owner: Element): Record<string, string> | undefined {
  const media = ownMedia(owner)
  return media === undefined ? undefined : { media }
}

/** A link whose rules a script has edited, or whose address is of no file, as a style element. */
export function editedLink(link: Element): string | undefined {
  const element = link as HTMLLinkElement
  if (!hasEditedRules(link) && !(/^(?:data|blob):/.test(element.href) && element.sheet))
    return undefined
  const media = ownMedia(link) ?? element.media
  const css = styleText(link).replace(URLS, (all, quote: string, url: string) =>
    URL.canParse(url, element.href) ? `url(${quote}${new URL(url, element.href)}${quote})` : all,
  )
  return `<style${media === '' ? '' : ` media="${escapeAttribute(media)}"`}>${styleRaw(css)}</style>`
}

/** Relative to the sheet's file. */
const URLS = /url\(\s*(["']?)([^"')]+)\1\s*\)/gi
