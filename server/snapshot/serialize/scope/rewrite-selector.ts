/**
 * Rewrites one selector of a shadow tree's sheet, for rewrite-sheet.ts, to match elements that
 * carry the sheet's name (`TOKEN`). Marks query the live tree for structure, slots, hosts and
 * parts. States that change without script (`:hover`) stay pseudo-classes.
 */
import type { Node, Pseudo, Selector } from 'postcss-selector-parser'
import { compileSelector, InvalidSelector } from '../../../dom/index.ts'
import { isPseudoElement, minus, nodeSpecificity, type Specificity } from './specificity.ts'

/** A sheet's name: no sheet can contain it. */
export const TOKEN = '\0'
/** On elements of shadow trees: names of their sheets and marks of their rules. */
export const OWN_ATTRIBUTE = 'data-hb'
/** On hosts and slotted elements, for sheets of a tree that does not contain them. */
export const OUTER = 'data-hb-host'

export interface Mark {
  readonly of: 'tree' | 'host' | 'slotted' | 'part'
  readonly query: string
  /** Slotted elements must match it. */
  readonly slotted?: string
  readonly parts?: readonly string[]
}

export interface ScopedSelector {
  readonly target: 'own' | 'outer'
  readonly text: string
  /** Inside the tree, if simple: slots that it matches are written. */
  readonly simple?: string
}

interface Compound {
  readonly combinator: string
  readonly nodes: readonly Node[]
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** States that users change without script. */
const CHANGING = words(
  'active autofill checked focus focus-visible focus-within hover in-range indeterminate invalid link open out-of-range ' +
    'placeholder-shown popover-open target user-invalid user-valid valid visited -webkit-autofill',
)
/** Pseudo-classes that don't depend on the element's position. */
const OF_ELEMENT = words(
  'any-link default disabled enabled lang optional read-only read-write required',
)
const LISTS = words('is not where')

const nameOf = (node: Node): string =>
  node.type === 'pseudo' ? node.value.toLowerCase().replace(/^::?/, '') : ''
const argumentsOf = (node: Node): Selector[] =>
  node.type === 'pseudo' ? (node as Pseudo).nodes : []
const isHost = (node: Node): boolean => nameOf(node) === 'host'
const isHostLike = (node: Node): boolean => /^host(?:-context)?$/.test(nameOf(node))
const textOf = (nodes: readonly Node[]): string => nodes.map(String).join('').trim()

export function rewriteSelector(
  selector: Selector,
  mark: (mark: Mark) => number,
): ScopedSelector[] {
  const compounds = compoundsOf(selector)
  const last = compounds.pop() as Compound
  const pseudoIndex = last.nodes.findIndex(isPseudoElement)
  const subject = pseudoIndex < 0 ? last.nodes : last.nodes.slice(0, pseudoIndex)
  const after = pseudoIndex < 0 ? [] : last.nodes.slice(pseudoIndex)
  const specificity = nodeSpecificity(selector)
  const [element] = after
  const chain = [...compounds, { ...last, nodes: subject }]
  if (element && /^(?:slotted|part)$/.test(nameOf(element))) {
    return [beyond(chain, [element as Pseudo, ...after.slice(1)], specificity, mark)]
  }
  const ending = textOf(after)
  const [only] = chain
  const ofHost =
    only !== undefined && chain.length === 1 && subject.length === 1 && isHost(subject[0] as Node)
  if (
    chain.length === 1 &&
    isSimple(ofHost ? (argumentsOf(subject[0] as Node)[0]?.nodes ?? []) : subject)
  ) {
    const text = scoped(chain) + (ofHost ? '' : boost()) + ending
    if (ofHost) return [{ target: 'outer', text }]
    return [{ target: 'own', text, simple: textOf(subject) || '*' }]
  }
  if (isQueryable(chain))
    return queried(chain, ending, minus(specificity, nodeSpecificity(after)), mark)
  const target = subject.some(isHostLike) ? 'outer' : 'own'
  return [{ target, text: scoped(chain) + (target === 'own' ? boost() : '') + ending }]
}

/** Rewrites a selector as text alone, for places without marks. */
export const scopeSelector = (selector: Selector): string => scoped(compoundsOf(selector))

function compoundsOf(selector: Selector): Compound[] {
  const compounds: Compound[] = []
  let nodes: Node[] = []
  let combinator = ''
  for (const node of selector.nodes) {
    if (node.type === 'comment') continue
    if (node.type === 'nesting') throw new InvalidSelector('& without a rule around it')
    if (node.type !== 'combinator') nodes.push(node)
    else {
      compounds.push({ combinator, nodes })
      combinator = node.value.trim() || ' '
      nodes = []
    }
  }
  compounds.push({ combinator, nodes })
  if (compounds.some((one) => one.nodes.length === 0))
    throw new InvalidSelector('a selector expected')
  return compounds
}

function isSimple(nodes: readonly Node[]): boolean {
  return nodes.every((node) => {
    if (node.type === 'comment') return true
    if (node.type !== 'pseudo') return node.type !== 'combinator' && node.type !== 'nesting'
    if (isPseudoElement(node)) return false
    const name = nameOf(node)
    if (LISTS.has(name)) return argumentsOf(node).every((one) => isSimple(one.nodes))
    return OF_ELEMENT.has(name) || (CHANGING.has(name) && argumentsOf(node).length === 0)
  })
}

const isChanging = (node: Node): boolean =>
  CHANGING.has(nameOf(node)) || argumentsOf(node).some((one) => one.nodes.some(isChanging))

const changesItself = (node: Node): boolean => CHANGING.has(nameOf(node))

/** Only the subject may change state, by a pseudo-class that can be removed and added again. */
function isQueryable(chain: readonly Compound[]): boolean {
  const subject = chain.at(-1)?.nodes.filter((node) => !changesItself(node)) ?? []
  return ![...chain.slice(0, -1).flatMap(({ nodes }) => nodes), ...subject].some(isChanging)
}

const written = (
  chain: readonly Compound[],
  leaveOut: (node: Node) => boolean = () => false,
): string =>
  chain
    .map(({ combinator, nodes }, index) => {
      const kept = index === chain.length - 1 ? nodes.filter((node) => !leaveOut(node)) : nodes
      return `${combinator}${textOf(kept) || '*'}`
    })
    .join('')

function queried(
  chain: readonly Compound[],
  ending: string,
  specificity: Specificity,
  mark: (mark: Mark) => number,
): ScopedSelector[] {
  const subject = chain.at(-1)?.nodes ?? []
  const query = written(chain, changesItself)
  compileSelector(query)
  const changing = subject.filter(changesItself)
  const remaining = minus(specificity, nodeSpecificity(changing))
  const states = textOf(changing)
  const selectors: ScopedSelector[] = []
  const inList = subject.some((node) => !isHostLike(node) && /:host\b/.test(String(node)))
  if (inList || subject.some(isHostLike)) {
    const name = mark({ of: 'host', query })
    selectors.push({
      target: 'outer',
      text: marked(OUTER, name) + states + alwaysTrue(remaining) + ending,
    })
  }
  if (inList || selectors.length === 0) {
    const name = mark({ of: 'tree', query })
    selectors.push({
      target: 'own',
      text: marked(OWN_ATTRIBUTE, name) + states + boost(remaining) + ending,
    })
  }
  return selectors
}

/** `::slotted()` and `::part()`: elements of another tree. */
function beyond(
  chain: readonly Compound[],
  [element, ...after]: readonly [Pseudo, ...Node[]],
  specificity: Specificity,
  mark: (mark: Mark) => number,
): ScopedSelector {
  const isPart = nameOf(element) === 'part'
  const hasPrefix = chain.some(({ nodes }) => nodes.length > 0)
  // A changing ancestor is written, and any matching element below it matches.
  const changes = chain.some(({ nodes }) => nodes.some(isChanging))
  const query = hasPrefix && !changes ? written(chain) : '*'
  compileSelector(query)
  const way = changes ? `${scoped(chain)} ` : ''
  const waySpecificity = changes ? nodeSpecificity(chain.flatMap(({ nodes }) => nodes)) : [0, 0, 0]
  const remaining = minus(minus(specificity, nodeSpecificity(after)), waySpecificity as Specificity)
  if (isPart) {
    const parts = element.nodes.map(String).join(' ').trim().split(/\s+/)
    const name = mark({ of: 'part', query, parts })
    return {
      target: 'own',
      text: way + marked(OWN_ATTRIBUTE, name) + textOf(after) + boost(remaining, 4),
    }
  }
  const [only, ...more] = element.nodes
  if (!only || more.length > 0) throw new InvalidSelector('::slotted() takes one selector')
  if (only.nodes.some((node) => node.type === 'combinator'))
    throw new InvalidSelector('no combinator in ::slotted()')
  const states = only.nodes.filter(changesItself)
  const slotted = textOf(only.nodes.filter((node) => !changesItself(node))) || '*'
  compileSelector(slotted)
  const name = mark({ of: 'slotted', query, slotted })
  const condition = alwaysTrue(minus(remaining, nodeSpecificity(states)))
  return {
    target: 'outer',
    text: way + marked(OUTER, name) + textOf(states) + condition + textOf(after),
  }
}

/** Adds the sheet's name to each compound, which keeps trees apart. */
function scoped(chain: readonly Compound[]): string {
  return chain
    .map(({ combinator, nodes }) => {
      const host = nodes.find(isHostLike)
      if (!host) return `${combinator}${textOf(nodes)}:where([${OWN_ATTRIBUTE}~="${TOKEN}"])`
      const others = textOf(nodes.filter((node) => node !== host))
      const argument = argumentsOf(host).map(String).join(',').trim()
      const on = `[${OUTER}~="${TOKEN}"]${others}`
      if (argument === '') return combinator + on
      return isHost(host)
        ? `${combinator}${argument}${on}`
        : `${combinator}:is(${argument},:is(${argument}) *)${on}`
    })
    .join('')
}

const marked = (attribute: string, mark: number): string =>
  `:where([${attribute}~="${TOKEN}.${mark}"])`

/** A condition that always holds: no element is named `_`. */
function alwaysTrue([a, b, c]: Specificity): string {
  if (a + b + c <= 0) return ''
  const types = `${' _'.repeat(Math.max(0, c))}`
  const idsAndClasses = `${'#_'.repeat(Math.max(0, a))}${'._'.repeat(Math.max(0, b))}`
  return `:not(${`${idsAndClasses}${types}`.trim()})`
}

/** The document's selectors match the tree's elements only by accident. */
export const boost = ([a, b, c]: Specificity = [0, 0, 0], by = 3): string =>
  alwaysTrue([a + by, b, c])
