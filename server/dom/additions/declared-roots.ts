/**
 * Parses declarative shadow roots: a template's content goes into its parent's new shadow root.
 * For the parsers. An addition: happy-dom attaches no root that markup declares.
 */
import { ELEMENT, S } from '../internals.ts'
import { TreeBuilder } from '../tree-builder.ts'

/** Roots that `attachShadow` of the host may take over, once. */
const declared = new WeakSet<object>()

/** Empties the declared root for the host's class to fill. Undefined: none of this mode. */
export function takeDeclared(host: Element, mode: string): ShadowRoot | undefined {
  const root = host[S.shadowRoot]
  if (!root || root[S.mode] !== mode || !declared.delete(root)) return undefined
  root.replaceChildren()
  return root
}

/** https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead */
export class DeclaringBuilder extends TreeBuilder {
  #template: Element | undefined

  override createElement(...args: Parameters<TreeBuilder['createElement']>): Element {
    const [tag, , attributes] = args
    const element = super.createElement(...args)
    if (tag === 'template' && attributes.some(({ name }) => name === 'shadowrootmode')) {
      this.#template = element
    }
    return element
  }

  override appendChild(parent: Node, node: Node): void {
    if (!this.declares(parent, node)) super.appendChild(parent, node)
  }

  /** Whether the node is a template whose content is now a root of its parent. */
  protected declares(parent: Node, node: Node): boolean {
    return node === this.#template && declare(parent, this.#template)
  }
}

function declare(parent: Node, template: Element): boolean {
  const host = parent as Element
  const has = (name: string) => template[S.attributes].getNamedItem(`shadowroot${name}`) !== null
  const mode = template[S.attributes].getNamedItem('shadowrootmode')?.[S.value]?.toLowerCase()
  if (
    parent[S.nodeType] !== ELEMENT ||
    parent[S.shadowRoot] ||
    (mode !== 'open' && mode !== 'closed')
  ) {
    return false
  }
  try {
    const root = host.attachShadow({
      mode,
      clonable: has('clonable'),
      serializable: has('serializable'),
      delegatesFocus: has('delegatesfocus'),
    })
    declared.add(root)
    template[S.content] = root
    return true
  } catch {
    // Only some elements can be hosts.
    return false
  }
}
