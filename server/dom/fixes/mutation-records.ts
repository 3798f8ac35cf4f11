/**
 * Queues one mutation record per operation, with all added and removed nodes and their neighbours.
 * happy-dom queues a record for every node, without neighbours.
 * Report: docs/happy-dom/mutation-records.md
 */
import { ChildNodeUtility, HappyDOM } from '#happy-dom'
import {
  FRAGMENT,
  type InnerRecord,
  type InnerWindow,
  override,
  S,
  wrap,
  wrapSetter,
} from '../internals.ts'

type Kind = 'insert' | 'replace' | 'all'

interface Operation {
  readonly target: Node
  readonly kind: Kind
  readonly added: Node[]
  readonly removed: Node[]
  record: InnerRecord | undefined
}

const operations: Operation[] = []

/** Pages know some nodes by a proxy. */
const selfOf = (node: Node): Node => node[S.proxy] ?? node

const operationAt = (node: Node): Operation | undefined =>
  operations.find(({ target }) => target === selfOf(node))

function asOne<T>(node: Node, kind: Kind, steps: () => T): T {
  if (node[S.mutationListeners].length === 0 || operationAt(node)) return steps()
  const operation: Operation = {
    target: selfOf(node),
    kind,
    record: undefined,
    added: [],
    removed: [],
  }
  operations.push(operation)
  try {
    return steps()
  } finally {
    operations.splice(operations.indexOf(operation), 1)
    fillRecord(node, operation)
  }
}

export const insertAsOne = <T>(parent: Node, node: Node, steps: () => T): T =>
  asOne(parent, 'insert', () =>
    node[S.nodeType] === FRAGMENT ? asOne(node, 'all', steps) : steps(),
  )

function fillRecord(node: Node, { kind, record, added, removed }: Operation): void {
  if (!record) return
  const nodes = node[S.nodeArray]
  const [first] = added
  const last = added.at(-1)
  record.addedNodes = added
  record.removedNodes = removed
  if (first && last && kind !== 'all') {
    record.previousSibling = nodes[nodes.indexOf(first) - 1] ?? null
    record.nextSibling = nodes[nodes.indexOf(last) + 1] ?? null
  } else if (kind === 'all') {
    record.previousSibling = null
    record.nextSibling = null
  }
  node[S.reportMutation](record)
}

type Utility = (node: Node, ...rest: unknown[]) => void

/** https://dom.spec.whatwg.org/#queue-a-tree-mutation-record */
export function installRecords(window: InnerWindow): void {
  const { Node, Element, ShadowRoot } = window
  collectRecords(window)
  wrapParentMethod('append', 'insert')
  wrapParentMethod('prepend', 'insert')
  wrapParentMethod('replaceChildren', 'all')
  wrapChildMethod('replaceWith', 'replace')
  wrapChildMethod('before', 'insert')
  wrapChildMethod('after', 'insert')
  override<Node, object>(Node.prototype, {
    replaceChild(...args: unknown[]) {
      return asOne(this, 'replace', () => super.replaceChild(...args))
    },
  })
  for (const [target, name] of [
    [Element, 'innerHTML'],
    [Element, 'textContent'],
    [ShadowRoot, 'innerHTML'],
  ] as const) {
    wrapSetter<object, unknown>(
      target.prototype,
      name,
      (original) =>
        function (value) {
          if ((this as Node)[S.mutationListeners].length === 0) original.call(this, value)
          else asOne(this as Node, 'all', () => original.call(this, value))
        },
    )
  }
}

function collectRecords(window: InnerWindow): void {
  wrap<Node[typeof S.reportMutation]>(
    window.Node.prototype,
    S.reportMutation,
    (original) =>
      function (this: Node, record) {
        const operation = record.type === 'childList' ? operationAt(this) : undefined
        const belongs = operation && (operation.kind !== 'insert' || record.addedNodes.length > 0)
        if (!operation || !belongs) return original.call(this, record)
        operation.record ??= record
        operation.added.push(...record.addedNodes)
        operation.removed.push(...record.removedNodes)
      },
  )
}

function wrapParentMethod(name: string, kind: Kind): void {
  wrap<Utility>(
    HappyDOM.ParentNodeUtility,
    name,
    (original) =>
      function (this: unknown, node, ...rest) {
        asOne(node, kind, () => original.call(this, node, ...rest))
      },
  )
}

function wrapChildMethod(name: string, kind: Kind): void {
  wrap<Utility>(
    ChildNodeUtility,
    name,
    (original) =>
      function (this: unknown, node, ...rest) {
        const parent = node[S.parentNode]
        const steps = () => original.call(this, node, ...rest)
        if (parent) asOne(parent, kind, steps)
        else steps()
      },
  )
}
