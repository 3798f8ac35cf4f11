/**
 * Opens and closes popovers (an addition), dialogs and details, with their events and states.
 * happy-dom's dialogs and details send events too early, and dialogs accept wrong states.
 * Reports: docs/happy-dom/dialog.md docs/happy-dom/details.md
 */

import { define, type InnerWindow, S } from '../internals.ts'
import { perPage } from '../isolation/page-state.ts'
import { changed } from '../next-change.ts'

interface Shown {
  readonly type: 'auto' | 'hint' | 'manual'
  readonly source: Element | null
  readonly focused: Element | null
}

/** Open popovers, in the order in which they were shown. */
const popovers = perPage(() => new Map<HTMLElement, Shown>())
const hiding = new WeakSet<HTMLElement>()
const modals = new WeakSet<object>()
const focusedBefore = new WeakMap<HTMLElement, Element | null>()

export const isPopoverOpen = (element: object): boolean => popovers().has(element as HTMLElement)

export const isModal = (element: object): boolean => modals.has(element)

type ToggleState = 'open' | 'closed'

const opposite = (state: ToggleState): ToggleState => (state === 'open' ? 'closed' : 'open')

function beforeToggle(
  { ToggleEvent }: InnerWindow,
  element: HTMLElement,
  newState: ToggleState,
  source: Element | null = null,
): boolean {
  const init = { oldState: opposite(newState), newState, source, cancelable: newState === 'open' }
  return element.dispatchEvent(new ToggleEvent('beforetoggle', init))
}

/** The first state and the task of an event that is not dispatched yet. */
const toggles = new WeakMap<
  HTMLElement,
  { readonly oldState: ToggleState; readonly task: unknown }
>()

/** Dispatches `toggle` in a task, as browsers do. Changes before the task are one event. */
function dispatchToggle(
  { ToggleEvent }: InnerWindow,
  target: HTMLElement,
  newState: ToggleState,
  source: Element | null = null,
): void {
  const before = toggles.get(target)
  const oldState = before?.oldState ?? opposite(newState)
  if (before) globalThis.clearTimeout(before.task as number)
  const task = globalThis.setTimeout(() => {
    toggles.delete(target)
    target.dispatchEvent(new ToggleEvent('toggle', { oldState, newState, source }))
  })
  toggles.set(target, { oldState, task })
}

/** https://html.spec.whatwg.org/multipage/popover.html */
export function installTopLayer(window: InnerWindow): void {
  installPopovers(window)
  installDialogs(window)
  installDetails(window)
}

function popoverType(element: Element): Shown['type'] | undefined {
  const value = element.getAttribute('popover')?.toLowerCase()
  if (value === undefined || value === 'hint') return value
  return value === '' || value === 'auto' ? 'auto' : 'manual'
}

function checkPopover({ DOMException }: InnerWindow, element: HTMLElement): void {
  if (!element.hasAttribute('popover')) throw new DOMException('Not a popover', 'NotSupportedError')
  const fault = !element.isConnected
    ? 'The popover is not in a document'
    : isModal(element) && 'The popover is a modal dialog'
  if (fault) throw new DOMException(fault, 'InvalidStateError')
}

export function showPopover(
  window: InnerWindow,
  element: HTMLElement,
  source?: Element | null,
): void {
  checkPopover(window, element)
  if (isPopoverOpen(element)) return
  if (!beforeToggle(window, element, 'open', source)) return
  checkPopover(window, element)
  const type = popoverType(element) as Shown['type']
  if (type !== 'manual') hideOthers(window, element, source, type === 'hint' ? ['hint'] : undefined)
  const focused = element.ownerDocument.activeElement
  popovers().set(element, { type, source: source ?? null, focused })
  watch(window, element)
  changed()
  const autofocus = element.matches('[autofocus]') ? element : element.querySelector('[autofocus]')
  if (autofocus) (autofocus as HTMLElement).focus()
  dispatchToggle(window, element, 'open', source)
}

/** The popovers around a node, or around what opened them. */
function popoversAround(node: Node | null | undefined, around = new Set<Element>()): Set<Element> {
  if (!node) return around
  for (const [other, { type, source }] of popovers()) {
    if (type === 'manual' || around.has(other) || other === node || !other.contains(node)) continue
    around.add(other)
    popoversAround(source, around)
  }
  return around
}

/** Hides the popovers that a click elsewhere would hide, but for those around the element. */
function hideOthers(
  window: InnerWindow,
  element: HTMLElement,
  source?: Element | null,
  types: readonly string[] = ['auto', 'hint'],
): void {
  const around = popoversAround(source, popoversAround(element))
  for (const [other, { type }] of [...popovers()].reverse())
    if (types.includes(type) && !around.has(other)) hidePopover(window, other)
}

export function hidePopover(
  window: InnerWindow,
  element: HTMLElement,
  source?: Element | null,
): void {
  const shown = popovers().get(element)
  if (!shown || hiding.has(element)) return
  hiding.add(element)
  for (const [other, { source: opener }] of [...popovers()].reverse())
    if (popoversAround(opener, popoversAround(other)).has(element)) hidePopover(window, other)
  beforeToggle(window, element, 'closed', source)
  hiding.delete(element)
  forget(element)
  restoreFocus(element, shown.focused)
  if (element.isConnected) dispatchToggle(window, element, 'closed', source)
}

function forget(element: HTMLElement): void {
  const isShown = popovers().delete(element)
  if (!isShown && !modals.delete(element)) return
  for (const key of WATCHED) Reflect.deleteProperty(element, key)
  changed()
}

const WATCHED = [
  S.connectedToDocument,
  S.disconnectedFromDocument,
  S.onSetAttribute,
  S.onRemoveAttribute,
]

/** Hides a popover that leaves the document, or whose type changes. */
function watch(window: InnerWindow, element: HTMLElement): void {
  const hideChanged = () => {
    const { type } = popovers().get(element) ?? {}
    if (type && popoverType(element) !== type) hidePopover(window, element)
  }
  for (const key of WATCHED) {
    const value = (...args: unknown[]) => {
      Reflect.get(Object.getPrototypeOf(element), key).apply(element, args)
      if (key === S.disconnectedFromDocument) forget(element)
      else if (key !== S.connectedToDocument) hideChanged()
    }
    Object.defineProperty(element, key, { value, configurable: true, writable: true })
  }
}

function restoreFocus(element: HTMLElement, before: Element | null | undefined): void {
  const { activeElement } = element.ownerDocument
  if (activeElement && element.contains(activeElement)) (before as HTMLElement | null)?.focus?.()
}

function installPopovers(window: InnerWindow): void {
  type Options = boolean | { force?: boolean; source?: Element } | undefined
  const sourceOf = (options: Options) => (typeof options === 'object' ? options.source : undefined)
  define(window.HTMLElement.prototype, {
    showPopover(this: HTMLElement, options?: Options) {
      showPopover(window, this, sourceOf(options))
    },
    hidePopover(this: HTMLElement) {
      checkPopover(window, this)
      hidePopover(window, this)
    },
    togglePopover(this: HTMLElement, options?: Options) {
      checkPopover(window, this)
      const force = typeof options === 'object' ? options.force : options
      if (force ?? !isPopoverOpen(this)) showPopover(window, this, sourceOf(options))
      else hidePopover(window, this)
      return isPopoverOpen(this)
    },
  })
}

export function openDialog(
  window: InnerWindow,
  dialog: HTMLDialogElement,
  kind: 'modal' | 'modeless',
): void {
  const modal = kind === 'modal'
  const isOpen = dialog.open
  if (isOpen && isModal(dialog) === modal) return
  const fault = isOpen
    ? 'The dialog is open already'
    : modal && !dialog.isConnected
      ? 'The dialog is not in a document'
      : modal && isPopoverOpen(dialog) && 'The dialog is open as a popover'
  if (fault) throw new window.DOMException(fault, 'InvalidStateError')
  if (!beforeToggle(window, dialog, 'open') || dialog.open) return
  focusedBefore.set(dialog, dialog.ownerDocument.activeElement)
  hideOthers(window, dialog)
  if (modal && dialog.isConnected) {
    modals.add(dialog)
    watch(window, dialog)
  } else forget(dialog)
  dialog.setAttribute('open', '')
  dispatchToggle(window, dialog, 'open')
  focusIn(dialog)
}

const FOCUSABLE =
  ':is(a[href], button, input:not([type=hidden]), select, textarea, [tabindex]):not(:disabled)'

function focusIn(dialog: HTMLDialogElement): void {
  const target = dialog.querySelector('[autofocus]') ?? dialog.querySelector(FOCUSABLE)
  if (dialog.isConnected) ((target as HTMLElement | null) ?? dialog).focus()
}

export function closeDialog(window: InnerWindow, dialog: HTMLDialogElement, value?: unknown): void {
  if (!dialog.open) return
  beforeToggle(window, dialog, 'closed')
  if (!dialog.open) return
  dispatchToggle(window, dialog, 'closed')
  dialog.removeAttribute('open')
  if (isModal(dialog)) forget(dialog)
  if (value !== undefined) dialog.returnValue = String(value)
  restoreFocus(dialog, focusedBefore.get(dialog))
  globalThis.setTimeout(() => dialog.dispatchEvent(new window.Event('close')))
}

export function requestClose(
  window: InnerWindow,
  dialog: HTMLDialogElement,
  value?: unknown,
): void {
  if (!dialog.open) return
  const cancel = new window.Event('cancel', { cancelable: true })
  if (dialog.dispatchEvent(cancel)) closeDialog(window, dialog, value)
}

function installDialogs(window: InnerWindow): void {
  define<HTMLDialogElement>(window.HTMLDialogElement.prototype, {
    showModal() {
      openDialog(window, this, 'modal')
    },
    show() {
      openDialog(window, this, 'modeless')
    },
    close(value?: unknown) {
      closeDialog(window, this, value)
    },
    requestClose(value?: unknown) {
      requestClose(window, this, value)
    },
  })
}

/** Details that have been in a document: if a later one has their group, that one closes. */
const settled = new WeakSet<object>()

function openInGroup(details: HTMLDetailsElement): HTMLDetailsElement[] {
  const { name } = details
  if (name === '') return []
  const root = details.getRootNode() as ParentNode
  return [...root.querySelectorAll<HTMLDetailsElement>('details[open][name]')].filter(
    (other) => other !== details && other.name === name,
  )
}

/** https://html.spec.whatwg.org/multipage/interactive-elements.html#details-name-group */
function installDetails(window: InnerWindow): void {
  const { prototype } = window.HTMLDetailsElement
  const connected = prototype[S.connectedToDocument]
  define<HTMLDetailsElement>(prototype, {
    [S.connectedToDocument]() {
      connected.call(this)
      if (this.open && openInGroup(this).some((other) => settled.has(other))) this.open = false
      settled.add(this)
    },
    [S.onSetAttribute](attribute: Attr, replaced: Attr | null) {
      super[S.onSetAttribute](attribute, replaced)
      const { name } = attribute
      if (name === 'name' && this.open && openInGroup(this).length > 0) this.open = false
      if (name !== 'open' || replaced) return
      dispatchToggle(window, this, 'open')
      for (const other of openInGroup(this)) other.open = false
    },
    [S.onRemoveAttribute](attribute: Attr) {
      super[S.onRemoveAttribute](attribute)
      if (attribute.name === 'open') dispatchToggle(window, this, 'closed')
    },
  })
}
