/**
 * Opens and closes popovers (an addition), dialogs and details, with their events and states.
 * happy-dom's dialogs and details send events too early, and dialogs accept wrong states.
 * Reports: docs/happy-dom/dialog.md docs/happy-dom/details.md
 */

import { define, type InnerWindow, inner, override, S } from '../internals.ts'
import { perPage } from '../isolation/page-state.ts'
import { changed } from '../next-change.ts'

const popovers = perPage(() => new Set<HTMLElement>())
const modals = new WeakSet<object>()

export const isPopoverOpen = (element: object): boolean => popovers().has(element as HTMLElement)

export const isModal = (element: object): boolean =>
  modals.has(element) && (element as HTMLDialogElement).open

/** Tasks, as in browsers: happy-dom dispatches at once. */
const dispatchLater = (target: EventTarget, event: () => Event) =>
  globalThis.setTimeout(() => target.dispatchEvent(event()))

const stateOf = (isOpen: boolean): string => (isOpen ? 'open' : 'closed')

function toggleEvent(
  window: InnerWindow,
  type: string,
  isOpen: boolean,
  cancelable = false,
): Event {
  const { ToggleEvent } = window as unknown as { ToggleEvent: new (...args: unknown[]) => Event }
  const states = { oldState: stateOf(!isOpen), newState: stateOf(isOpen) }
  return new ToggleEvent(type, { cancelable, ...states })
}

function dispatchToggle(window: InnerWindow, target: EventTarget, isOpen: boolean): void {
  dispatchLater(target, () => toggleEvent(window, 'toggle', isOpen))
}

/** https://html.spec.whatwg.org/multipage/popover.html */
export function installTopLayer(window: InnerWindow): void {
  installPopovers(window)
  installInvokers(window)
  installDialogs(window)
  installDetails(window)
}

function checkPopover({ DOMException }: InnerWindow, element: HTMLElement): void {
  if (!element.hasAttribute('popover')) throw new DOMException('Not a popover', 'NotSupportedError')
  if (!element.isConnected)
    throw new DOMException('The popover is not in a document', 'InvalidStateError')
}

const isAuto = (element: HTMLElement): boolean => element.getAttribute('popover') !== 'manual'

function showPopover(window: InnerWindow, element: HTMLElement): void {
  checkPopover(window, element)
  if (popovers().has(element)) return
  if (!element.dispatchEvent(toggleEvent(window, 'beforetoggle', true, true))) return
  if (isAuto(element)) hideOthers(window, element)
  popovers().add(element)
  changed()
  dispatchToggle(window, element, true)
}

/** Hides the popovers that a click elsewhere would hide, but for those around the element. */
function hideOthers(window: InnerWindow, element: HTMLElement): void {
  for (const other of popovers())
    if (isAuto(other) && !other.contains(element)) hidePopover(window, other)
}

function hidePopover(window: InnerWindow, element: HTMLElement): void {
  if (!popovers().has(element)) return
  element.dispatchEvent(toggleEvent(window, 'beforetoggle', false))
  popovers().delete(element)
  changed()
  if (element.isConnected) dispatchToggle(window, element, false)
}

function installPopovers(window: InnerWindow): void {
  define(window.HTMLElement.prototype, {
    showPopover(this: HTMLElement) {
      showPopover(window, this)
    },
    hidePopover(this: HTMLElement) {
      checkPopover(window, this)
      hidePopover(window, this)
    },
    togglePopover(this: HTMLElement, options?: boolean | { force?: boolean }) {
      checkPopover(window, this)
      const force = typeof options === 'object' ? options.force : options
      if (force ?? !popovers().has(this)) showPopover(window, this)
      else hidePopover(window, this)
      return popovers().has(this)
    },
  })
}

function openDialog(window: InnerWindow, dialog: HTMLDialogElement, modal: boolean): void {
  const isOpen = dialog.open
  if (isOpen && modals.has(dialog) === modal) return
  const fault = isOpen
    ? 'The dialog is open already'
    : modal && !dialog.isConnected && 'The dialog is not in a document'
  if (fault) throw new window.DOMException(fault, 'InvalidStateError')
  if (!dialog.dispatchEvent(toggleEvent(window, 'beforetoggle', true, true))) return
  if (modal) hideOthers(window, dialog)
  if (modal) modals.add(dialog)
  else modals.delete(dialog)
  dialog.setAttribute('open', '')
  dispatchToggle(window, dialog, true)
}

function installDialogs(window: InnerWindow): void {
  define(window.HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      openDialog(window, this, true)
    },
    show(this: HTMLDialogElement) {
      openDialog(window, this, false)
    },
    close(this: HTMLDialogElement, value?: unknown) {
      if (!this.open) return
      this.dispatchEvent(toggleEvent(window, 'beforetoggle', false))
      this.removeAttribute('open')
      modals.delete(this)
      if (value !== undefined) this.returnValue = String(value)
      dispatchToggle(window, this, false)
      dispatchLater(this, () => new window.Event('close'))
    },
    requestClose(this: HTMLDialogElement, value?: unknown) {
      if (!this.open) return
      const cancel = new window.Event('cancel', { cancelable: true })
      if (this.dispatchEvent(cancel)) this.close(value as string)
    },
  })
}

/** Buttons that open or close a popover. */
function installInvokers(window: InnerWindow): void {
  override<HTMLButtonElement>(window.HTMLButtonElement.prototype, {
    dispatchEvent(event) {
      const isUncanceled = super.dispatchEvent(event)
      const id = this.getAttribute('popovertarget')
      const isClick =
        event.type === 'click' && inner<{ eventPhase: number }>(event).eventPhase === 0
      if (id === null || !isClick || event.defaultPrevented || this.disabled) return isUncanceled
      const popover = (this.getRootNode() as Document).getElementById?.(id)
      if (!popover?.hasAttribute('popover')) return isUncanceled
      const action = this.getAttribute('popovertargetaction')
      if (isPopoverOpen(popover) ? action !== 'show' : action === 'hide')
        hidePopover(window, popover)
      else if (action !== 'hide') showPopover(window, popover)
      return isUncanceled
    },
  })
}

function installDetails(window: InnerWindow): void {
  define<HTMLDetailsElement>(window.HTMLDetailsElement.prototype, {
    [S.onSetAttribute](attribute: Attr, replaced: Attr | null) {
      super[S.onSetAttribute](attribute, replaced)
      if (attribute.name !== 'open' || replaced) return
      dispatchToggle(window, this, true)
      const name = this.getAttribute('name')
      if (!name) return
      const root = this.getRootNode() as ParentNode
      for (const other of root.querySelectorAll<HTMLDetailsElement>('details[open][name]')) {
        if (other !== this && other.getAttribute('name') === name) other.open = false
      }
    },
    [S.onRemoveAttribute](attribute: Attr) {
      super[S.onRemoveAttribute](attribute)
      if (attribute.name === 'open') dispatchToggle(window, this, false)
    },
  })
}
