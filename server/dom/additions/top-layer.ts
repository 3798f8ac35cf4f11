/**
 * Opens and closes popovers, dialogs and details, with their events and selector states. A popover
 * leaves no mark in the tree.
 * https://html.spec.whatwg.org/multipage/popover.html
 * https://html.spec.whatwg.org/multipage/interactive-elements.html
 * Popovers are an addition. happy-dom's dialogs and details send their events too early, and
 * dialogs accept wrong states. Not reported.
 * Reports: docs/happy-dom/dialog.md docs/happy-dom/details.md
 */

import { changed } from '../fixes/next-change.ts'
import { define, type InnerWindow, inner, override, S } from '../internals.ts'

const popovers = new Set<HTMLElement>()
const modals = new WeakSet<object>()

export const isPopoverOpen = (element: object): boolean => popovers.has(element as HTMLElement)

export const isModal = (element: object): boolean =>
  modals.has(element) && (element as HTMLDialogElement).open

/** Forgets open popovers, between pages. */
export const forgetPopovers = (): void => popovers.clear()

const stateOf = (open: boolean): string => (open ? 'open' : 'closed')

export function installTopLayer(window: InnerWindow): void {
  const toggleEvent = (type: string, open: boolean, cancelable = false): Event => {
    const { ToggleEvent } = window as unknown as { ToggleEvent: new (...args: unknown[]) => Event }
    return new ToggleEvent(type, {
      cancelable,
      oldState: stateOf(!open),
      newState: stateOf(open),
    })
  }
  const refuse = (name: string, why: string): never => {
    throw new window.DOMException(why, name)
  }
  const later = (target: EventTarget, event: () => Event) =>
    globalThis.setTimeout(() => target.dispatchEvent(event()))

  function check(element: HTMLElement): void {
    if (!element.hasAttribute('popover')) refuse('NotSupportedError', 'Not a popover')
    if (!element.isConnected) refuse('InvalidStateError', 'The popover is not in a document')
  }
  const isAuto = (element: HTMLElement): boolean => element.getAttribute('popover') !== 'manual'

  function show(element: HTMLElement): void {
    check(element)
    if (popovers.has(element)) return
    if (!element.dispatchEvent(toggleEvent('beforetoggle', true, true))) return
    if (isAuto(element)) {
      for (const other of popovers) if (isAuto(other) && !other.contains(element)) hide(other)
    }
    popovers.add(element)
    changed()
    later(element, () => toggleEvent('toggle', true))
  }
  function hide(element: HTMLElement): void {
    if (!popovers.has(element)) return
    element.dispatchEvent(toggleEvent('beforetoggle', false))
    popovers.delete(element)
    changed()
    if (element.isConnected) later(element, () => toggleEvent('toggle', false))
  }
  define(window.HTMLElement.prototype, {
    showPopover(this: HTMLElement) {
      show(this)
    },
    hidePopover(this: HTMLElement) {
      check(this)
      hide(this)
    },
    togglePopover(this: HTMLElement, given?: boolean | { force?: boolean }) {
      check(this)
      const force = typeof given === 'object' ? given.force : given
      if (force ?? !popovers.has(this)) show(this)
      else hide(this)
      return popovers.has(this)
    },
  })
  installInvokers(window, show, hide)

  function open(dialog: HTMLDialogElement, modal: boolean): void {
    const isOpen = dialog.open
    if (isOpen && modals.has(dialog) === modal) return
    if (isOpen) refuse('InvalidStateError', 'The dialog is open already')
    if (modal && !dialog.isConnected) refuse('InvalidStateError', 'The dialog is not in a document')
    if (!dialog.dispatchEvent(toggleEvent('beforetoggle', true, true))) return
    if (modal) modals.add(dialog)
    else modals.delete(dialog)
    dialog.setAttribute('open', '')
    later(dialog, () => toggleEvent('toggle', true))
  }
  define(window.HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      open(this, true)
    },
    show(this: HTMLDialogElement) {
      open(this, false)
    },
    close(this: HTMLDialogElement, value?: unknown) {
      if (!this.open) return
      this.dispatchEvent(toggleEvent('beforetoggle', false))
      this.removeAttribute('open')
      modals.delete(this)
      if (value !== undefined) this.returnValue = String(value)
      later(this, () => toggleEvent('toggle', false))
      later(this, () => new window.Event('close'))
    },
    requestClose(this: HTMLDialogElement, value?: unknown) {
      if (!this.open) return
      const cancel = new window.Event('cancel', { cancelable: true })
      if (this.dispatchEvent(cancel)) this.close(value as string)
    },
  })
  installDetails(window, (details, isOpen) => {
    later(details, () => toggleEvent('toggle', isOpen))
  })
}

function installInvokers(
  window: InnerWindow,
  show: (element: HTMLElement) => void,
  hide: (element: HTMLElement) => void,
): void {
  override<HTMLButtonElement>(window.HTMLButtonElement.prototype, {
    dispatchEvent(event) {
      const done = super.dispatchEvent(event)
      const id = this.getAttribute('popovertarget')
      const clicked =
        event.type === 'click' && inner<{ eventPhase: number }>(event).eventPhase === 0
      if (id === null || !clicked || event.defaultPrevented || this.disabled) return done
      const found = (this.getRootNode() as Document).getElementById?.(id)
      if (!found?.hasAttribute('popover')) return done
      const action = this.getAttribute('popovertargetaction')
      if (isPopoverOpen(found) ? action !== 'show' : action === 'hide') hide(found)
      else if (action !== 'hide') show(found)
      return done
    },
  })
}

function installDetails(
  window: InnerWindow,
  tell: (details: HTMLDetailsElement, isOpen: boolean) => void,
): void {
  define<HTMLDetailsElement>(window.HTMLDetailsElement.prototype, {
    [S.onSetAttribute](attribute: Attr, replaced: Attr | null) {
      super[S.onSetAttribute](attribute, replaced)
      if (attribute.name !== 'open' || replaced) return
      tell(this, true)
      const name = this.getAttribute('name')
      if (!name) return
      const root = this.getRootNode() as ParentNode
      for (const other of root.querySelectorAll<HTMLDetailsElement>('details[open][name]')) {
        if (other !== this && other.getAttribute('name') === name) other.open = false
      }
    },
    [S.onRemoveAttribute](attribute: Attr) {
      super[S.onRemoveAttribute](attribute)
      if (attribute.name === 'open') tell(this, false)
    },
  })
}
