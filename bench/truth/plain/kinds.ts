/** The kinds of the app without a bundler, with the text that their pages must show. */
import { type Kinds, rare, title } from '../project/expected/text.ts'
import type { Kind } from '../project/kinds.ts'

const SHOWN: Kinds = {
  'memo-of-a-template': title,
  counter: 'view 1',
  'rare-flag': rare('special', 'plain'),
  'growing-list': title,
  'import-meta': title,
  json: title,
  commonjs: title,
  'live-binding': 'none',
  circle: title,
  'top-level-await': '1 views',
  'package-of-commonjs': title,
  'package-of-modules': 'Invalid input: expected string, received number',
  ...Object.fromEntries(
    ['hidden-property', 'hidden-accessor', 'property-of-a-leaf', 'symbol', 'variable'].map(
      (kind) => [`rare-${kind}`, 'nothing'],
    ),
  ),
  'window-property': title,
  'mount-first-wins': title,
  'mount-node-kept': title,
  'mount-listeners': title,
  'element-at-the-top': 'element 1',
  'dynamic-import': title,
  'dynamic-import-with-a-query': title,
  'loader-first-wins': title,
  'loader-counted': 'load 1',
  'head-once': title,
  'element-of-lit': title,
}

export const PLAIN: readonly Kind[] = Object.entries(SHOWN).map(([kind, expected]) => {
  const text = typeof expected === 'string' ? () => expected : expected
  const ofLoader = kind.startsWith('loader-')
  return {
    kind,
    route: `plain-${kind}`,
    view: 'plain',
    keeps: 'modules on disk',
    text,
    title: ofLoader ? text : title,
  }
})
