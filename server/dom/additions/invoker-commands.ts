/**
 * Adds buttons with `command` and `commandfor`, which open and close popovers and dialogs. An
 * addition: happy-dom has the attributes only.
 * https://html.spec.whatwg.org/multipage/form-elements.html#attr-button-commandfor
 */
import { type InnerWindow, inner, override } from '../internals.ts'
import { isPopoverOpen } from './top-layer.ts'

type Command = (target: HTMLElement) => void

const POPOVER: Readonly<Record<string, Command>> = {
  'toggle-popover': (popover) => void popover.togglePopover(),
  'show-popover': (popover) => {
    if (!isPopoverOpen(popover)) popover.showPopover()
  },
  'hide-popover': (popover) => popover.hidePopover(),
}

const DIALOG: Readonly<Record<string, (dialog: HTMLDialogElement, value: string) => void>> = {
  'show-modal': (dialog) => {
    if (!dialog.open) dialog.showModal()
  },
  close: (dialog, value) => dialog.close(value),
  'request-close': (dialog, value) => dialog.requestClose(value),
}

const isCommanding = (button: Element): boolean =>
  button.hasAttribute('command') || button.hasAttribute('commandfor')

export function installCommands(window: InnerWindow): void {
  override<HTMLButtonElement>(window.HTMLButtonElement.prototype, {
    get type() {
      const isAuto = !/^(?:submit|reset|button)$/i.test(this.getAttribute('type') ?? '')
      return isAuto && isCommanding(this) ? 'button' : super.type
    },
    dispatchEvent(event) {
      const isUncanceled = super.dispatchEvent(event)
      const isClick =
        event.type === 'click' && inner<{ eventPhase: number }>(event).eventPhase === 0
      if (isClick && !event.defaultPrevented && !this.disabled) command(window, this)
      return isUncanceled
    },
  })
}

function command(window: InnerWindow, source: HTMLButtonElement): void {
  const { command: name, commandForElement: target } = source as HTMLButtonElement & {
    readonly command: string
    readonly commandForElement: HTMLElement | null
  }
  const isDialog = target instanceof window.HTMLDialogElement
  const isKnown = name.startsWith('--') || name in POPOVER || (isDialog && name in DIALOG)
  if (!target || !isKnown) return
  const { CommandEvent } = window as unknown as { CommandEvent: new (...of: unknown[]) => Event }
  const event = new CommandEvent('command', { cancelable: true, source, command: name })
  if (!target.dispatchEvent(event) || !target.isConnected) return
  if (target.hasAttribute('popover')) POPOVER[name]?.(target)
  if (isDialog) DIALOG[name]?.(target as HTMLDialogElement, source.value)
}
