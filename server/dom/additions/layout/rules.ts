/**
 * Indexes the rules of a tree's sheets by id, class or name, so that an element is compared with
 * few. Returns declarations by rising weight, also for a shadow host. Layers are ignored; container
 * queries never match.
 */
import { remembered } from '../../../diagnostics/runtime/remembered.ts'
import { type InnerElement, type InnerNode, inner, S } from '../../internals.ts'
import { compile, compileList } from '../selectors/compile.ts'
import { keyOf, keysOf } from '../selectors/key.ts'
import { within } from '../selectors/pseudo-classes.ts'
import { weightOf } from '../selectors/weight.ts'
import { type Declarations, declarationsOf } from './declarations.ts'

interface Selected {
  /** `#id`, `.class`, a name, `:host` or `*`: required of an element. */
  readonly key: string
  readonly weight: number
  readonly match: (element: InnerElement) => boolean
}
interface Rule extends Selected {
  readonly order: number
  readonly declarations: Declarations
}

const selectedBy = remembered(5_000, (text): readonly Selected[] => {
  try {
    return compile(text).list.map((parts) => ({
      key: keyOf(parts),
      weight: weightOf(parts),
      match: compileList([parts]),
    }))
  } catch {
    return []
  }
})

interface AnyRule {
  readonly selectorText?: string
  readonly conditionText?: string
  readonly media?: unknown
  readonly cssRules?: ArrayLike<AnyRule>
  readonly constructor: { readonly name: string }
  [S.cssText]?: string
}

export class Rules {
  readonly #byKey = new Map<string, Rule[]>()
  readonly #root: InnerNode
  #order = 0

  /** @param linked Sheets that precede the tree's own. */
  constructor(root: Document | ShadowRoot, linked: readonly CSSStyleSheet[] = []) {
    this.#root = inner(root)
    const styles = root.querySelectorAll<HTMLStyleElement>('style,link[rel~="stylesheet"]')
    const sheets = [...styles].map(({ sheet }) => sheet)
    for (const sheet of [...linked, ...sheets, ...(root.adoptedStyleSheets ?? [])]) {
      if (sheet && !sheet.disabled && holds(sheet.media)) this.#add(sheet.cssRules as never)
    }
  }

  get isEmpty(): boolean {
    return this.#byKey.size === 0
  }

  for(element: Element, asHost = false): Declarations[] {
    if (this.isEmpty) return []
    const found: Rule[] = []
    // Selectors with `:host` match the shadow root in place of its host.
    const node = asHost ? (this.#root as InnerElement) : inner<InnerElement>(element)
    const ask = (key: string) => {
      for (const rule of this.#byKey.get(key) ?? []) if (rule.match(node)) found.push(rule)
    }
    within(this.#root, () => {
      if (asHost) return ask(':host')
      for (const key of keysOf(element)) ask(key)
    })
    found.sort((one, other) => one.weight - other.weight || one.order - other.order)
    return found.map(({ declarations }) => declarations)
  }

  #add(rules: ArrayLike<AnyRule>): void {
    for (const rule of Array.from(rules)) {
      const { name } = rule.constructor
      if (rule.selectorText !== undefined) this.#addRule(rule.selectorText, rule[S.cssText] ?? '')
      else if (rule.cssRules === undefined || name === 'CSSKeyframesRule') continue
      else if (
        name === 'CSSMediaRule'
          ? !holds(rule.conditionText)
          : name !== 'CSSSupportsRule' && name !== 'CSSLayerBlockRule'
      )
        continue
      else this.#add(rule.cssRules)
    }
  }

  #addRule(selector: string, text: string): void {
    const declarations = declarationsOf(text)
    const order = this.#order++
    const says =
      Object.keys(declarations.normal).length + Object.keys(declarations.important).length
    if (says === 0) return
    for (const selected of selectedBy(selector)) {
      const same = this.#byKey.get(selected.key) ?? []
      same.push({ ...selected, order, declarations })
      this.#byKey.set(selected.key, same)
    }
  }
}

function holds(media: unknown): boolean {
  const text = String((media as MediaList | undefined)?.mediaText ?? media ?? '')
  return text === '' || window.matchMedia(text).matches
}
