/**
 * Adds `moveBefore`, which moves a node without removing it: it keeps the focus, and custom
 * elements get `connectedMoveCallback`. An addition. https://dom.spec.whatwg.org/#concept-node-move
 */
import { HappyDOM } from '#happy-dom'
import { isIn } from '../fixes/insert.ts'
import { moving } from '../fixes/reactions.ts'
import { define, ELEMENT, type InnerWindow, S } from '../internals.ts'

export function installMoveBefore(window: InnerWindow): void {
  const { Element, DocumentFragment } = window
  for (const { prototype } of [Element, DocumentFragment, HappyDOM.Document]) {
    define<ParentNode & Node>(prototype, {
      moveBefore(node: Node, before: Node | null) {
        check(window, this, node, before)
        const document = node.ownerDocument as object as Document
        const { [S.activeElement]: focused } = document
        const keepsFocus = focused !== null && node.contains(focused)
        moving(() => this.insertBefore(node, before === node ? node.nextSibling : before))
        if (keepsFocus) document[S.activeElement] = focused
      },
    })
  }
}

/** https://dom.spec.whatwg.org/#move */
function check(window: InnerWindow, parent: Node, node: Node, before: Node | null): void {
  const refuse = (why: string, name = 'HierarchyRequestError'): never => {
    const of = parent.constructor.name
    throw new window.DOMException(`Failed to execute 'moveBefore' on '${of}': ${why}`, name)
  }
  const options = { composed: true }
  if (parent.getRootNode(options) !== node.getRootNode(options))
    refuse('State-preserving atomic move cannot be performed on nodes in different trees.')
  if (isIn(parent, node)) refuse('The new child element contains the parent.')
  const isMovable = node.nodeType === ELEMENT || node instanceof window.CharacterData
  if (!isMovable) refuse('The node to be moved is not an element or character data.')
  if (before && before.parentNode !== parent)
    refuse(
      'The node before which the new node is to be inserted is not a child of this node.',
      'NotFoundError',
    )
}
