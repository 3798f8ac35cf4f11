/**
 * Gives clicks their effect, for controls, labels, links, details and popovers; called by the
 * dispatch of events. An addition that replaces happy-dom's, which misses clicks on children.
 * https://dom.spec.whatwg.org/#eventtarget-activation-behavior
 */

import { onClick } from '../fixes/dispatch-event.ts'
import { FOCUSABLE } from '../interfaces/prose-attributes.ts'
import { type InnerWindow, override, S } from '../internals.ts'
import { invoke, isCommanding } from './invoker-commands.ts'
import { radioGroup } from './selectors/control-states.ts'

/** @param origin Where the click came from: the element, or a node below it. */
type Effect<T> = (element: T, origin: Node) => void

const BUTTONS = /^(?:submit|image|reset|button)$/
const isTurned = (input: HTMLInputElement): boolean => /^(?:checkbox|radio)$/.test(input.type)

function send(control: HTMLButtonElement | HTMLInputElement): void {
  if (control.matches(':disabled')) return
  const { form, type } = control
  if (form && type === 'reset') form.reset()
  else if (form && /^(?:submit|image)$/.test(type)) form.requestSubmit(control)
  else if (!form || !isCommanding(control)) invoke(control[S.window], control)
}

const dispatchChange = (input: HTMLInputElement): void => {
  input.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

function follow(link: HTMLAnchorElement | HTMLAreaElement): void {
  if (link.hasAttribute('download')) return
  const features = ['noreferrer', 'noopener'].filter((name) => link.relList.contains(name))
  link[S.window].open(link.href, link.target || '_self', features.join())
}

const EFFECTS: Readonly<Record<string, Effect<never>>> = {
  button: send,
  input: (input: HTMLInputElement) => (BUTTONS.test(input.type) ? send(input) : undefined),
  label: ({ control }: HTMLLabelElement, origin) => {
    if (control && !control.contains(origin)) control.click()
  },
  summary: ({ parentElement }: HTMLElement) =>
    (parentElement as HTMLDetailsElement).toggleAttribute('open'),
  a: follow,
  area: follow,
}

function effectOf(element: HTMLElement): Effect<HTMLElement> | undefined {
  const { localName: name, parentElement: parent } = element
  if ((name === 'a' || name === 'area') && !element.hasAttribute('href')) return undefined
  const isSummary =
    parent?.localName === 'details' && parent.querySelector(':scope > summary') === element
  if (name === 'summary' && !isSummary) return undefined
  return Object.hasOwn(EFFECTS, name) ? (EFFECTS[name] as Effect<HTMLElement>) : undefined
}

interface Change {
  commit(): void
  revert(): void
}

/** Changes a checkbox or radio button, before its listeners run. */
function turn(input: HTMLInputElement): Change {
  const { checked, indeterminate, type } = input
  const other = type === 'radio' ? radioGroup(input).find((radio) => radio.checked) : undefined
  input.checked = type === 'radio' || !checked
  input.indeterminate = false
  return {
    commit() {
      if (input.isConnected && (type === 'checkbox' || !checked)) dispatchChange(input)
    },
    revert() {
      input.checked = checked
      input.indeterminate = indeterminate
      if (other) other.checked = true
    },
  }
}

/** https://html.spec.whatwg.org/multipage/interaction.html#focusable-area */
function isFocusable(element: HTMLElement): boolean {
  const isArea =
    element.hasAttribute('tabindex') ||
    element.matches(`${FOCUSABLE}, dialog, [contenteditable]:not([contenteditable=false i])`)
  if (!isArea) return element[S.shadowRoot]?.[S.delegatesFocus] === true
  return !element.matches(':disabled, input[type=hidden i]') && element.checkVisibility()
}

const clicked = new WeakSet<HTMLElement>()

export function installActivation(window: InnerWindow): void {
  const { HTMLElement, MouseEvent, PointerEvent } = window
  for (const name of ['Button', 'Input', 'Label', 'Details', 'Anchor', 'Area'] as const)
    Reflect.deleteProperty(window[`HTML${name}Element`].prototype, 'dispatchEvent')
  onClick.value = (items, event) => {
    if (!(event instanceof MouseEvent)) return () => undefined
    const elements = items.filter((item) => item instanceof HTMLElement)
    const element = elements.find((item) => effectOf(item))
    if (!element) return () => undefined
    const isInput = element.localName === 'input' && isTurned(element as HTMLInputElement)
    const change = isInput ? turn(element as HTMLInputElement) : undefined
    return (isCanceled) => {
      if (isCanceled) return change?.revert()
      change?.commit()
      effectOf(element)?.(element, items[0] as Node)
    }
  }
  override<HTMLElement>(HTMLElement.prototype, {
    // In happy-dom any element takes it.
    focus(options) {
      if (isFocusable(this)) super.focus(options)
    },
    click() {
      const isDisabled = this.localName !== 'fieldset' && this.matches(':disabled')
      if (isDisabled || clicked.has(this)) return
      clicked.add(this)
      try {
        const init = { bubbles: true, cancelable: true, composed: true }
        this.dispatchEvent(new PointerEvent('click', init))
      } finally {
        clicked.delete(this)
      }
    },
  })
}
