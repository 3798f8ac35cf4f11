// The state that html views keep, and modules on disk keep for them.
import { html, htmlView } from 'hashbang-router'
import ko from 'knockout'
import * as z from 'zod'
import { one } from './state/circle.js'
import common from './state/common.cjs'
import { giveLater, given } from './state/live.js'
import { ready } from './state/ready.js'
import settings from './state/settings.json' with { type: 'json' }

let memo
let views = 0
let isSpecial = false
const seen = []

const LASTING = { configurable: true }

/** Shows the part that an earlier page has left, and leaves one if the page is rare. */
function left(before, note, leave) {
  if (note) leave()
  return before ?? 'nothing'
}

export const kinds = {
  'memo-of-a-template': ({ title }) => (memo ??= html`<p>${title}</p>`),
  counter: () => `view ${++views}`,
  'rare-flag': ({ note }) => {
    if (note) isSpecial = true
    return isSpecial ? 'special' : 'plain'
  },
  'growing-list': ({ title }) => {
    seen.push(title)
    return seen.join(', ')
  },
  'import-meta': ({ title }) => (import.meta.title ??= title),
  json: ({ title }) => {
    settings.titles.push(title)
    return settings.titles.join(', ')
  },
  commonjs: ({ title }) => (common.title ??= title),
  'live-binding': ({ title }) => {
    const before = given
    giveLater(title)
    return before
  },
  circle: ({ title }) => one(title),
  'top-level-await': () => `${++ready.count} views`,
  'package-of-commonjs': ({ title }) => (ko.extenders.truth ??= title),
  'package-of-modules': ({ title }) => {
    const before = z.string().safeParse(1).error.issues[0].message
    z.config({ customError: () => title })
    return before
  },
  'rare-hidden-property': ({ title, note }) =>
    left([].truthHidden, note, () =>
      Object.defineProperty(Array.prototype, 'truthHidden', { ...LASTING, value: title }),
    ),
  'rare-hidden-accessor': ({ title, note }) =>
    left(Element.prototype.truthHidden, note, () =>
      Object.defineProperty(Element.prototype, 'truthHidden', { ...LASTING, get: () => title }),
    ),
  'rare-property-of-a-leaf': ({ title, note }) =>
    left(HTMLHRElement.truthKept, note, () => (HTMLHRElement.truthKept = title)),
  'rare-symbol': ({ title, note }) =>
    left(Map[Symbol.for('truth')], note, () => (Map[Symbol.for('truth')] = title)),
  'rare-variable': ({ title, note }) =>
    left(process.env.TRUTH_KEPT, note, () => (process.env.TRUTH_KEPT = title)),
  'window-property': ({ title }) => (globalThis.truthPlain ??= title),
}

export default htmlView(({ data }) => html`<main>${kinds[data.kind](data)}</main>`)
