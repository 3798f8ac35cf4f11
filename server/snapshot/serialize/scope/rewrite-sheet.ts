/**
 * Rewrites a shadow tree's sheet for a page with flattened trees, once a worker, for scope.ts.
 * Expands nested rules, and makes names of layers and animations unique. Drops invalid CSS and
 * rules without effect in a shadow tree.
 */
import { createRequire } from 'node:module'
import { LRUCache } from 'lru-cache'
import type { Processor, Selector } from 'postcss-selector-parser'
import { once } from '../../../diagnostics/runtime/once.ts'
import { InvalidSelector, type Rule, readBlock, readRules } from '../../../dom/index.ts'
import {
  type Mark,
  rewriteSelector,
  type ScopedSelector,
  scopeSelector,
  TOKEN,
} from './rewrite-selector.ts'

export interface Sheet {
  /** For the tree's elements, with TOKEN for the sheet's name. */
  readonly own: string
  /** For hosts and slotted elements. */
  readonly outer: string
  readonly marks: readonly Mark[]
  /** Of the tree's own elements that need no mark. */
  readonly simple: readonly string[]
  /** For the log. */
  readonly refused: readonly string[]
}

/** Texts by target. */
interface SheetRules {
  own: string
  outer: string
}

const CONDITIONS = new Set(['media', 'supports', 'container', 'starting-style'])
const KEPT = new Set(['counter-style', 'position-try', 'font-palette-values'])

/** Bounded for apps that generate sheets. */
const sheets = new LRUCache<string, Sheet>({
  maxSize: 8 << 20,
  sizeCalculation: ({ own, outer }, css) => css.length + own.length + outer.length + 1,
})

/** Loads the parser with the first sheet of a shadow tree. */
const parser = once(() => createRequire(import.meta.url)('postcss-selector-parser')() as Processor)

function selectorsOf(text: string): Selector[] {
  try {
    return parser().astSync(text).nodes
  } catch {
    throw new InvalidSelector(text)
  }
}

export function rewriteSheet(css: string): Sheet {
  const cached = sheets.get(css)
  if (cached) return cached
  const sheet = new Rewriter().rewrite(css.replaceAll(TOKEN, '\ufffd'))
  sheets.set(css, sheet)
  return sheet
}

class Rewriter {
  readonly #marks: Mark[] = []
  readonly #simple = new Set<string>()
  readonly #refused: string[] = []
  #animations = new Set<string>()
  /** Inside `@scope`, which limits matches to a subtree: no mark can express that. */
  #isScoped = false

  rewrite(css: string): Sheet {
    const rules = readRules(css)
    this.#animations = animationsOf(rules, css)
    const { own, outer } = this.#rules(rules)
    const simple = [...this.#simple]
    return { own, outer, marks: this.#marks, simple, refused: this.#refused }
  }

  #rules(rules: readonly Rule[]): SheetRules {
    return joined(rules.map((rule) => (rule.name === null ? this.#style(rule) : this.#at(rule))))
  }

  #style(rule: Rule, parents?: string): SheetRules {
    try {
      const selectors = selectorsOf(rule.prelude).map((one) => nested(one, parents))
      return this.#block(readBlock(rule.body ?? ''), selectors.join(','))
    } catch (error) {
      // A browser drops the whole rule too.
      if (error instanceof InvalidSelector) return { own: '', outer: '' }
      throw error
    }
  }

  #block(items: readonly (Rule | string)[], selectors: string): SheetRules {
    const written = items.some((item) => typeof item === 'string') ? this.#select(selectors) : []
    return joined(
      items.map((item) => {
        if (typeof item !== 'string') {
          return item.name === null ? this.#style(item, selectors) : this.#at(item, selectors)
        }
        const block = `{${this.#declarations(item)}}`
        return { own: rule(written, 'own', block), outer: rule(written, 'outer', block) }
      }),
    )
  }

  #select(selectors: string): ScopedSelector[] {
    const all = selectorsOf(selectors).flatMap((one): ScopedSelector[] =>
      this.#isScoped
        ? [{ target: 'own', text: scopeSelector(one) }]
        : rewriteSelector(one, (mark) => this.#marks.push(mark) - 1),
    )
    for (const { simple } of all) if (simple !== undefined) this.#simple.add(simple)
    return all
  }

  #at(rule: Rule, parents?: string): SheetRules {
    const { name, prelude, body, text } = rule
    const inside = (): SheetRules =>
      parents === undefined
        ? this.#rules(readRules(body ?? ''))
        : this.#block(readBlock(body ?? ''), parents)
    if (name === 'layer') return this.#layer(rule, inside)
    if (name !== null && CONDITIONS.has(name) && body !== null)
      return wrapped(`@${name} ${prelude}`, inside())
    if (name === 'scope' && body !== null) return this.#scope(prelude, inside)
    if (/^(?:-webkit-)?keyframes$/.test(name ?? '') && body !== null) {
      const animation = this.#animations.has(prelude) ? renamed(prelude) : prelude
      return { own: `@${name} ${animation}{${body}}`, outer: '' }
    }
    if (name === 'import') this.#refused.push(`@import ${prelude}`)
    return { own: name !== null && KEPT.has(name) ? text : '', outer: '' }
  }

  /** Layers belong to their tree. */
  #layer({ prelude, body }: Rule, inside: () => SheetRules): SheetRules {
    const names = prelude.split(',').map((name) => name.trim())
    const ownNames = prelude === '' ? '' : names.map((name) => `hb-${TOKEN}.${name}`).join()
    if (body === null) return { own: `@layer ${ownNames};`, outer: `@layer ${prelude};` }
    const rules = inside()
    return {
      own: wrapped(`@layer ${ownNames}`, { ...rules, outer: '' }).own,
      outer: wrapped(`@layer ${prelude}`, { ...rules, own: '' }).outer,
    }
  }

  #scope(prelude: string, inside: () => SheetRules): SheetRules {
    const [, from, to] = /^\((.*?)\)(?:\s*to\s*\((.*)\))?$/s.exec(prelude) ?? []
    if (from === undefined) return { own: '', outer: '' }
    const limits = (list: string) => selectorsOf(list).map(scopeSelector).join()
    const outer = this.#isScoped
    this.#isScoped = true
    try {
      const until = to === undefined ? '' : ` to (${limits(to)})`
      return { own: wrapped(`@scope (${limits(from)})${until}`, inside()).own, outer: '' }
    } catch (error) {
      if (error instanceof InvalidSelector) return { own: '', outer: '' }
      throw error
    } finally {
      this.#isScoped = outer
    }
  }

  #declarations(declarations: string): string {
    if (this.#animations.size === 0) return declarations
    return declarations.replace(ANIMATION, (all) =>
      all.replace(/(?<=[:\s,])[\w-]+/g, (name) =>
        this.#animations.has(name) ? renamed(name) : name,
      ),
    )
  }
}

const ANIMATION = /(?<![\w-])(?:-webkit-)?animation(?:-name)?\s*:[^;]*/gi

const renamed = (name: string): string => `${name}-hb${TOKEN}`

/** Keyframes of sibling sheets keep their name. */
function animationsOf(rules: readonly Rule[], css: string): Set<string> {
  const names = rules.flatMap(({ name, prelude }) => (name?.endsWith('keyframes') ? [prelude] : []))
  const used = (css.match(ANIMATION) ?? []).join(' ').split(/[^\w-]+/)
  return new Set(names.filter((name) => used.includes(name)))
}

function nested(selector: Selector, parents: string | undefined): string {
  const text = String(selector).trim()
  if (parents === undefined) return text
  let has = false
  const [first] = selector.nodes
  selector.walkNesting((node) => {
    has = true
    const parent = selectorsOf(parents)
    const [only] = parent
    const isPlain = parent.length === 1 && only?.nodes.every(({ type }) => type !== 'combinator')
    const replacement = node === first && isPlain ? parents : `:is(${parents})`
    node.replaceWith(...(selectorsOf(replacement)[0]?.nodes ?? []))
  })
  if (has) return String(selector).trim()
  return first?.type === 'combinator' ? `:is(${parents})${text}` : `:is(${parents}) ${text}`
}

const rule = (
  written: readonly ScopedSelector[],
  target: ScopedSelector['target'],
  block: string,
): string => {
  const selectors = written.filter((one) => one.target === target).map(({ text }) => text)
  return selectors.length === 0 ? '' : `${selectors.join(',')}${block}`
}

const wrapped = (prelude: string, { own, outer }: SheetRules): SheetRules => ({
  own: own === '' ? '' : `${prelude}{${own}}`,
  outer: outer === '' ? '' : `${prelude}{${outer}}`,
})

const joined = (all: readonly SheetRules[]): SheetRules => ({
  own: all.map(({ own }) => own).join(''),
  outer: all.map(({ outer }) => outer).join(''),
})
