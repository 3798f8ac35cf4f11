/**
 * Builds `#happy-dom`, the DOM of the workers, as one file (a step of `npm run build`). It starts
 * in less than half the time of happy-dom's 600 modules.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { oneFile } from './one-file.ts'
import {
  apply,
  callsOfBase,
  classesOfOneWindow,
  DERIVED_CLASSES,
  defaultsOnPrototype,
  readPatches,
  STORES,
  stale,
  withoutMembers,
} from './rewrites.ts'

const NODES = /^(?:nodes\/|event\/EventTarget\.js$)/
const EXTENDER = 'window/WindowContextClassExtender.js'

/** server/dom replaces happy-dom's network code: a render that still reaches it throws. */
const NO_NETWORK = `
const refuse = () => { throw new Error('There is no network in the DOM of a snapshot') };
export default new Proxy(class {}, { get: refuse, construct: refuse });
`

/** Replacements of modules that are left out, by import name. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  // The caller passes an adapter to happy-dom's trees instead.
  domutils: 'export {};',
  domhandler: 'export const isTag = () => false;',
  ws: NO_NETWORK,
  http: NO_NETWORK,
  https: NO_NETWORK,
  zlib: NO_NETWORK,
  child_process: NO_NETWORK,
  // 10,000 public suffixes: the default rule is enough for cookies that are never sent.
  '../PublicSuffixList.js': `
const none = new Set();
export default { exact: none, wildcard: none, exception: none };
`,
}

const INTERFACES = /\/dom\/bundle\/interfaces\.js$/
/** The table of interfaces is made of them. */
const TABLE_PARTS = [
  ...['interface-table.ts', 'read-idl.ts', 'not-in-chromium.json'].map(
    (name) => `dom/bundle/${name}`,
  ),
  'diagnostics/missing-names.json',
]

/** Replacements of files of happy-dom, by the end of their names. */
const REPLACED: Readonly<Record<string, string>> = {
  // server/dom/css has the properties, the values and the cascade.
  'css/declaration/CSSPropertyList.js': 'export default { kebabCase: {}, camelCase: {} };',
  'css/declaration/property-manager/CSSPropertyManager.js': `
export default class CSSPropertyManager {
  constructor(options) {
    if (options?.cssText) this.read(options.cssText);
  }
}
`,
  'css/declaration/computed-style/CSSComputedStyle.js': 'export default class CSSComputedStyle {}',
}

/** Classes of sheets and rules, which server/dom/css has. */
const RULES = /(?:^|\/)(?:CSS\w*Rule|CSSRuleParser|CSSStyleSheet|MediaList)\.js$/

const PATCHES = readPatches(new URL('../../../../server/dom/bundle/patches/', import.meta.url))

/** The table of interfaces has the members of events. */
const EVENT = /^event\/(?:UIEvent|events\/(?!I[A-Z])\w+Event|events\/InputEvent)\.js$/

const fileOf = (id: string): string => /\/happy-dom\/lib\/(.*\.js)$/.exec(id)?.[1] ?? ''
const sourceOf = (file: URL | string) => readFileSync(file, 'utf8')
const waiting = new Map(PATCHES)
const counted = { stores: 0, derived: 0 }

await oneFile({
  entry: new URL('./happy-dom.js', import.meta.url),
  out: new URL('../../happy-dom.js', import.meta.url),
  licenses: 'happy-dom.licenses.md',
  madeOf: [
    sourceOf(new URL('./rewrites.js', import.meta.url)),
    sourceOf(new URL(import.meta.url)),
    sourceOf(createRequire(import.meta.url).resolve('happy-dom/package.json')),
    JSON.stringify([...PATCHES]),
    ...TABLE_PARTS.map((path) => sourceOf(new URL(`../../../../server/${path}`, import.meta.url))),
  ],
  plugins: [
    {
      name: 'left out',
      enforce: 'pre',
      resolveId: (id) => (id in LEFT_OUT ? `\0${id}` : RULES.test(id) ? '\0rules' : null),
      load: (id) =>
        id === '\0rules'
          ? 'export default class {}'
          : (LEFT_OUT[id.slice(1)] ?? REPLACED[fileOf(id)] ?? null),
    },
    {
      name: 'table of interfaces',
      async load(id) {
        if (!INTERFACES.test(id)) return null
        const table: object = (await import('./interfaces.ts')).INTERFACES
        return `export const INTERFACES = JSON.parse(${JSON.stringify(JSON.stringify(table))})`
      },
    },
    {
      name: 'patches',
      transform(code, id) {
        const file = fileOf(id)
        const patch = waiting.get(file)
        waiting.delete(file)
        if (EVENT.test(file)) return withoutMembers(code)
        const patched = patch ? apply(code, file, patch) : code
        if (file === EXTENDER) {
          const { changed, count } = classesOfOneWindow(patched)
          counted.derived += count
          return changed
        }
        if (!NODES.test(file)) return patch ? patched : null
        const { changed, count } = defaultsOnPrototype(patched)
        counted.stores += count
        return callsOfBase(changed)
      },
    },
  ],
  check() {
    for (const [file, { name }] of waiting) throw stale(file, name)
    const { stores, derived } = counted
    if (derived !== DERIVED_CLASSES)
      throw new Error(
        `happy-dom derives ${derived} classes for a window, and not ${DERIVED_CLASSES}: look which, then correct DERIVED_CLASSES in rewrites.ts`,
      )
    if (stores === STORES) return
    throw new Error(
      `The classes of happy-dom's nodes begin with ${stores} plain values, and not with ${STORES}: look what has changed in their constructors, then correct STORES in rewrites.ts`,
    )
  },
})

await oneFile({
  entry: new URL('./css-grammar.js', import.meta.url),
  out: new URL('../../css-grammar.cjs', import.meta.url),
  licenses: 'css-grammar.licenses.md',
  format: 'cjs',
  minify: true,
  madeOf: [sourceOf(new URL(import.meta.url))],
})
