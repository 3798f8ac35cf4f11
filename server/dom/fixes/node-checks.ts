/**
 * Checks nodes before they are inserted, replaced or removed, and names the errors. happy-dom's
 * have no names, and it accepts attributes, documents and doctypes as children.
 * Report: docs/happy-dom/insertion-errors.md
 */
import { HappyDOM } from '#happy-dom'
import {
  DOCTYPE,
  DOCUMENT,
  ELEMENT,
  FRAGMENT,
  type InnerWindow,
  override,
  S,
  TEXT,
} from '../internals.ts'
import { importCopy } from './clone.ts'
import { adopt } from './connect.ts'
import { isIn } from './insert.ts'
import { beginOperation, endOperation, makeAtomic } from './reactions.ts'

const isParent = (type: number): boolean =>
  type === ELEMENT || type === FRAGMENT || type === DOCUMENT

/** No attribute, document or entity. */
const isChild = (type: number): boolean => type !== 2 && type !== DOCUMENT && type <= FRAGMENT

const POSITIONS: ReadonlySet<string> = new Set([
  'beforebegin',
  'afterbegin',
  'beforeend',
  'afterend',
])

/** @returns The node as happy-dom stores it; undefined for anything else. */
function nodeOf(value: unknown): Node | undefined {
  if (value == null) return undefined
  const node = value as Node
  return typeof node[S.nodeType] === 'number' ? (node[S.proxy] ?? node) : undefined
}

const nameOf = (node: Node): string => node.nodeName

function checksOf(window: InnerWindow) {
  const fail = (method: string, name: string, why: string): never => {
    throw new window.DOMException(`Failed to execute '${method}' on 'Node': ${why}`, name)
  }

  const refuse = (method: string, why: string) => fail(method, 'HierarchyRequestError', why)

  function check(
    method: string,
    parent: Node,
    value: unknown,
    before: Node | undefined,
    replaced?: Node,
  ): Node {
    const node = nodeOf(value) ?? refuseType(method, 1)
    const type = parent[S.nodeType]
    const kind = node[S.nodeType]
    if (!isParent(type)) refuse(method, 'This node type does not support this method.')
    if (isIn(parent[S.proxy] ?? parent, node))
      refuse(method, 'The new child element contains the parent.')
    if (before && before[S.parentNode] !== (parent[S.proxy] ?? parent)) {
      const role = replaced ? 'to be replaced' : 'before which the new node is to be inserted'
      fail(method, 'NotFoundError', `The node ${role} is not a child of this node.`)
    }
    const isMisplaced = type === DOCUMENT ? kind === TEXT : kind === DOCTYPE
    if (!isChild(kind) || isMisplaced) {
      refuse(
        method,
        `Nodes of type '${nameOf(node)}' may not be inserted inside nodes of type '${nameOf(parent)}'.`,
      )
    }
    if (type === DOCUMENT && kind === ELEMENT) {
      const [other] = parent[S.elementArray]
      if (other && other !== node && other !== replaced)
        refuse(method, 'Only one element on document allowed.')
    }
    return node
  }
  return { fail, check }
}

/** https://dom.spec.whatwg.org/#concept-node-ensure-pre-insertion-validity */
export function installNodeChecks(window: InnerWindow): void {
  const { prototype } = window.Node
  const { fail, check } = checksOf(window)
  override<Node, object>(prototype, {
    appendChild(value: unknown) {
      // biome-ignore lint/complexity/noArguments: a rest parameter would cost an array.
      if (arguments.length < 1) refuseCount('appendChild', 1, 0)
      const node = check('appendChild', this, value, undefined)
      const isOutermost = beginOperation()
      try {
        return this[S.appendChild](node, true)
      } finally {
        if (isOutermost) endOperation()
      }
    },
    insertBefore(value: unknown, before: unknown) {
      // biome-ignore lint/complexity/noArguments: as above.
      if (arguments.length < 2) refuseCount('insertBefore', 2, arguments.length)
      const next = before == null ? undefined : (nodeOf(before) ?? refuseType('insertBefore', 2))
      const node = check('insertBefore', this, value, next)
      const isOutermost = beginOperation()
      try {
        return this[S.insertBefore](node, next ?? null, true)
      } finally {
        if (isOutermost) endOperation()
      }
    },
    replaceChild(...args: unknown[]) {
      if (args.length < 2) refuseCount('replaceChild', 2, args.length)
      const [value, replaced] = args
      const child = nodeOf(replaced) ?? refuseType('replaceChild', 2)
      const node = check('replaceChild', this, value, child, child)
      if (node === child) return child
      const nodes = this[S.nodeArray]
      const after = nodes[nodes.indexOf(child) + 1]
      const next = after === node ? nodes[nodes.indexOf(node) + 1] : after
      this[S.removeChild](child)
      this[S.insertBefore](node, next ?? null, true)
      return child
    },
    removeChild(value: unknown) {
      // biome-ignore lint/complexity/noArguments: as above.
      if (arguments.length < 1) refuseCount('removeChild', 1, 0)
      const node = nodeOf(value) ?? refuseType('removeChild', 1)
      const self = this[S.proxy] ?? this
      if (node[S.parentNode] !== self) {
        fail('removeChild', 'NotFoundError', 'The node to be removed is not a child of this node.')
      }
      const isOutermost = beginOperation()
      try {
        return this[S.removeChild](node)
      } finally {
        if (isOutermost) endOperation()
      }
    },
  })
  installPositionChecks(window)
  installDocumentChecks(window)
}

function installPositionChecks(window: InnerWindow): void {
  const checkPosition = (method: string, where: unknown) => {
    if (POSITIONS.has(String(where).toLowerCase())) return
    throw new window.DOMException(
      `Failed to execute '${method}' on 'Element': The value provided ('${where}') is not one of 'beforeBegin', 'afterBegin', 'beforeEnd', or 'afterEnd'.`,
      'SyntaxError',
    )
  }
  override<Element>(window.Element.prototype, {
    insertAdjacentElement(where, value) {
      checkPosition('insertAdjacentElement', where)
      return super.insertAdjacentElement(where, value)
    },
    insertAdjacentText(where, text) {
      checkPosition('insertAdjacentText', where)
      const place = String(where).toLowerCase()
      if (place === 'beforebegin') this.before(String(text))
      else if (place === 'afterbegin') this.prepend(String(text))
      else if (place === 'beforeend') this.append(String(text))
      else this.after(String(text))
    },
  })
}

/** https://dom.spec.whatwg.org/#dom-document-importnode and #dom-document-adoptnode */
function installDocumentChecks({ DOMException }: InnerWindow): void {
  const check = (method: string, value: unknown): Node => {
    const node = nodeOf(value) ?? refuseType(method, 1)
    const isRoot = method === 'adoptNode' && node[S.host]
    if (node[S.nodeType] !== DOCUMENT && !isRoot) return node
    const why = `Failed to execute '${method}' on 'Document': The node provided is a ${nameOf(node)}.`
    throw new DOMException(why, isRoot ? 'HierarchyRequestError' : 'NotSupportedError')
  }
  override<Document, object>(HappyDOM.Document.prototype, {
    importNode(value: unknown, deep?: boolean | ImportNodeOptions) {
      const node = check('importNode', value)
      return importCopy(this, node, typeof deep === 'object' ? !deep.selfOnly : Boolean(deep))
    },
    adoptNode(value: unknown) {
      const node = check('adoptNode', value)
      node[S.parentNode]?.[S.removeChild](node)
      adopt(node, this)
      return node
    },
  })
  makeAtomic(HappyDOM.Document.prototype, 'adoptNode')
}

function refuseCount(method: string, least: number, present: number): never {
  const count = `${least} argument${least === 1 ? '' : 's'} required, but only ${present} present.`
  throw new TypeError(`Failed to execute '${method}' on 'Node': ${count}`)
}

function refuseType(method: string, index: number): never {
  throw new TypeError(
    `Failed to execute '${method}' on 'Node': parameter ${index} is not of type 'Node'.`,
  )
}
