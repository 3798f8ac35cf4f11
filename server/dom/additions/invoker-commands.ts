/**
 * Carries out the commands of buttons, for `activation.ts`: they open and close popovers and
 * dialogs. An addition: happy-dom has the attributes only.
 */
import { type InnerWindow, override } from '../internals.ts'
import {
  closeDialog,
  hidePopover,
  isPopoverOpen,
  openDialog,
  requestClose,
  showPopover,
} from './top-layer.ts'

type PopoverAction = 'toggle' | 'show' | 'hide'

/** A button with `commandfor` or `popovertarget`. */
interface Invoker extends Element {
  readonly command: string
  readonly commandForElement?: HTMLElement | null
  readonly popoverTargetElement: HTMLElement | null
  readonly popoverTargetAction: PopoverAction
}

type Command = (window: InnerWindow, popover: HTMLElement, source: Element) => void

const inPopover =
  (action: PopoverAction): Command =>
  (window, popover, source) => {
    if (!popover.hasAttribute('popover')) return
    if (isPopoverOpen(popover)) action !== 'show' && hidePopover(window, popover, source)
    else if (action !== 'hide') showPopover(window, popover, source)
  }
const POPOVER: Readonly<Record<string, Command>> = {
  'toggle-popover': inPopover('toggle'),
  'show-popover': inPopover('show'),
  'hide-popover': inPopover('hide'),
}

type DialogCommand = (window: InnerWindow, dialog: HTMLDialogElement, value?: string) => void

const DIALOG: Readonly<Record<string, DialogCommand>> = {
  'show-modal': (window, dialog) => dialog.open || openDialog(window, dialog, 'modal'),
  close: closeDialog,
  'request-close': requestClose,
}

/** Opens or closes what a clicked button names. */
export function invoke(window: InnerWindow, button: Element): void {
  const source = button as Invoker
  const { commandForElement: target, popoverTargetElement: popover } = source
  if (target) runCommand(window, target, source)
  else if (popover) inPopover(source.popoverTargetAction)(window, popover, source)
}

/** https://html.spec.whatwg.org/multipage/form-elements.html#attr-button-command */
function runCommand(window: InnerWindow, target: HTMLElement, source: Invoker): void {
  const { command } = source
  const inDialog = target.localName === 'dialog' ? DIALOG[command] : undefined
  if (!POPOVER[command] && !inDialog && !command.startsWith('--')) return
  const event = new window.CommandEvent('command', { cancelable: true, command, source })
  if (!target.dispatchEvent(event) || !target.isConnected) return
  POPOVER[command]?.(window, target, source)
  const value = source.getAttribute('value') ?? undefined
  inDialog?.(window, target as HTMLDialogElement, value)
}

/** Whether the button has a command and no type: then it submits no form. */
export const isCommanding = (button: Element): boolean =>
  (button.hasAttribute('command') || button.hasAttribute('commandfor')) &&
  !/^(?:submit|reset|button)$/i.test(button.getAttribute('type') ?? '')

export function installCommands({ HTMLButtonElement }: InnerWindow): void {
  override<HTMLButtonElement>(HTMLButtonElement.prototype, {
    get type() {
      const type = this.getAttribute('type')?.toLowerCase()
      if (type === 'reset' || type === 'button') return type
      return isCommanding(this) ? 'button' : 'submit'
    },
  })
}
