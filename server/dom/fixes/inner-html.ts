/**
 * Serializes nodes for innerHTML by the standard's algorithm. Snapshots use serialize.ts instead.
 * https://html.spec.whatwg.org/multipage/parsing.html#serialising-html-fragments
 * happy-dom's algorithm differs; not reported. Report: docs/happy-dom/serialize-html.md
 */
import { HTML } from '../../html/names.ts'
import { RAW, VOID } from '../../html/nesting.ts'
import { type InnerElement, type InnerNode, type InnerShadowRoot, S } from '../internals.ts'

type Writes = (root: InnerNode) => boolean

const NO_ROOTS: Writes = () => false
const OLD_VOID = new Set(['basefont', 'bgsound', 'frame', 'keygen', 'param'])
const SPECIAL = /[&<>"\u00a0]/g
const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u00a0': '&nbsp;',
}

export function writeNode(node: InnerNode, writes: Writes = NO_ROOTS, inside = false): string {
  const type = node[S.nodeType]
  if (type === 1 && inside) return writeInside(node as InnerElement, writes)
  if (type === 1) return writeElement(node as InnerElement, writes)
  if (type === 3) return writeText(node)
  if (type === 8) return `<!--${node[S.data]}-->`
  if (type === 7) return `<?${node[S.target]} ${node[S.data]}>`
  if (type === 10) return `<!DOCTYPE ${(node as unknown as DocumentType).name}>`
  return writeAll(node[S.nodeArray], writes)
}

const writeAll = (nodes: readonly InnerNode[], writes: Writes): string =>
  nodes.map((node) => writeNode(node, writes)).join('')

function writeText(node: InnerNode): string {
  const text = node[S.data] ?? ''
  const parent = node[S.parentNode] as InnerElement | null
  const raw =
    parent?.[S.namespaceURI] === HTML &&
    (RAW.has(parent[S.localName]) || /^(?:noscript|plaintext)$/.test(parent[S.localName]))
  return raw ? text : text.replace(SPECIAL, (c) => (c === '"' ? c : (REFERENCES[c] ?? c)))
}

function writeElement(element: InnerElement, writes: Writes): string {
  const prefix = element[S.prefix]
  const tag = prefix ? `${prefix}:${element[S.localName]}` : element[S.localName]
  const items = element[S.attributes][S.items]
  const is = element[S.isValue]
  let html = `<${tag}`
  if (is && !items.has(':is')) html += ` is="${writeValue(is)}"`
  for (const attribute of items.values()) {
    html += ` ${attribute[S.name]}="${writeValue(attribute[S.value] ?? '')}"`
  }
  html += '>'
  if (element[S.namespaceURI] === HTML && (VOID.has(tag) || OLD_VOID.has(tag))) return html
  return `${html}${writeInside(element, writes)}</${tag}>`
}

const writeValue = (value: string): string =>
  value.replace(SPECIAL, (character) => REFERENCES[character] ?? character)

function writeInside(element: InnerElement, writes: Writes): string {
  const root = element[S.shadowRoot]
  const content = element[S.content] ?? element
  const shadow = root && writes(root) ? writeRoot(root, writes) : ''
  return shadow + writeAll(content[S.nodeArray], writes)
}

function writeRoot(root: InnerShadowRoot, writes: Writes): string {
  const flags =
    (root[S.delegatesFocus] ? ' shadowrootdelegatesfocus=""' : '') +
    (root[S.serializable] ? ' shadowrootserializable=""' : '') +
    (root[S.clonable] ? ' shadowrootclonable=""' : '')
  const content = writeAll(root[S.nodeArray], writes)
  return `<template shadowrootmode="${root[S.mode]}"${flags}>${content}</template>`
}
