/**
 * Makes custom elements form controls: their callbacks, and values in form data.
 * https://html.spec.whatwg.org/multipage/custom-elements.html#custom-elements-face-example
 * happy-dom knows no such controls: capricorn86/happy-dom#1419, #2392.
 */

import { notifyDetachedForms } from '../fixes/connect.ts'
import { atNextChange } from '../fixes/next-change.ts'
import { call, enqueue, notifyControls, notifyForm } from '../fixes/reactions.ts'
import {
  define,
  type InnerElement,
  type InnerWindow,
  inner,
  override,
  S,
  wrap,
} from '../internals.ts'
import { associatedNames, internalsOf } from './selectors/control-states.ts'

type Callback = (this: InnerElement, ...args: never[]) => unknown

interface Known {
  form: Element | null
  disabled: boolean
}

const known = new WeakMap<Element, Known>()
const values = new WeakMap<Element, unknown>()

export const setFormValue = (element: Element, value: unknown): void =>
  void values.set(element, value)

export function formOf(element: Element): HTMLFormElement | null {
  const id = element.getAttribute('form')
  if (id === null || !element.isConnected) return element.closest('form')
  const form = (element.getRootNode() as Document).getElementById?.(id)
  return form?.localName === 'form' ? (form as HTMLFormElement) : null
}

const isControl = (_: InnerWindow, element: Element): boolean =>
  element.localName.includes('-') && associatedNames().includes(element.localName)

function tell(window: InnerWindow, element: Element, name: string, args: unknown[]): void {
  const callback = (element as unknown as Record<string, unknown>)[name]
  if (typeof callback !== 'function') return
  const target = inner<InnerElement>(element)
  enqueue(target, () => call(window, target, callback as Callback, args))
}

function controlMoved(window: InnerWindow, element: Element): void {
  if (!isControl(window, element)) return
  const before = known.get(element) ?? { form: null, disabled: false }
  const form = formOf(element)
  const disabled = element.matches(':disabled')
  known.set(element, { form, disabled })
  if (form !== before.form) tell(window, element, 'formAssociatedCallback', [form])
  if (disabled !== before.disabled) tell(window, element, 'formDisabledCallback', [disabled])
}

function controlsIn(_: InnerWindow, root: ParentNode): Element[] {
  const names = associatedNames()
  return names.length === 0 ? [] : [...root.querySelectorAll(names.join())]
}

const NATIVE = 'input, select, textarea, button'

/** In tree order. */
export function withControls(
  window: InnerWindow,
  form: HTMLFormElement,
  native: readonly (readonly [name: string, value: FormDataEntryValue])[],
): (readonly [name: string, value: FormDataEntryValue])[] {
  const rest = [...native]
  const all: (typeof native)[number][] = []
  for (const element of inner<Listing>(form)[S.getFormControlItems]()) {
    const name = element.getAttribute('name') ?? ''
    if (element.matches(NATIVE)) {
      while (rest[0]?.[0] === name) all.push(rest.shift() as (typeof native)[number])
    } else if (isControl(window, element) && !element.matches(':disabled')) {
      const value = values.get(element)
      if (value instanceof FormData) all.push(...value)
      else if (name !== '' && value !== undefined && value !== null) {
        all.push([name, value as FormDataEntryValue])
      }
    }
  }
  return [...all, ...rest]
}

interface Listing extends HTMLFormElement {
  [S.getFormControlItems](): Element[]
}

const LISTED = 'button, fieldset, input:not([type=image i]), object, output, select, textarea'
/** Until a change: loops over `elements` list them for each item. */
const answers = new Map<Element, { readonly names: string; readonly found: Element[] }>()

function listed(owner: Element, find: (names: string) => Iterable<Element>): Element[] {
  const names = [LISTED, ...associatedNames()].join()
  const known = answers.get(owner)
  if (known?.names === names) return known.found
  const found = [...find(names)]
  if (answers.size === 0) atNextChange(() => answers.clear())
  answers.set(owner, { names, found })
  return found
}

function installLists(window: InnerWindow): void {
  const { HTMLFormElement, HTMLFieldSetElement, HTMLCollection } = window
  Object.assign(HTMLFormElement.prototype, {
    [S.getFormControlItems](this: Listing) {
      const form = inner<InnerElement>(this)[S.proxy] ?? this
      const isElsewhere = this.isConnected && this.hasAttribute('id')
      const root = isElsewhere ? (this.getRootNode() as Document) : this
      return listed(this, (names) =>
        [...root.querySelectorAll(names)].filter((element) => formOf(element) === form),
      )
    },
    checkValidity(this: Listing) {
      const all = this[S.getFormControlItems]().map((element) => {
        const control = internalsOf.get(element) ?? (element as HTMLInputElement)
        return control.checkValidity?.() ?? true
      })
      return !all.includes(false)
    },
  })
  define<Element>(HTMLFieldSetElement.prototype, {
    get elements() {
      const Made = HTMLCollection as unknown as new (...args: unknown[]) => HTMLCollection
      return new Made(S.illegalConstructor, () =>
        listed(this, (names) => this.querySelectorAll(names)),
      )
    },
  })
}

export function installFormControls(window: InnerWindow): void {
  const { prototype } = window.Element
  const watch = (key: typeof S.onSetAttribute | typeof S.onRemoveAttribute) =>
    wrap<(...args: unknown[]) => void>(
      prototype,
      key,
      (original) =>
        function (this: unknown, ...args) {
          original.apply(this, args)
          const { name } = args[0] as Attr
          if (name !== 'disabled' && name !== 'form') return
          const element = this as Element
          if (element.localName === 'fieldset') {
            for (const control of controlsIn(window, element)) controlMoved(window, control)
          } else if (element.localName.includes('-')) controlMoved(window, element)
        },
    )
  installLists(window)
  notifyControls(controlMoved)
  notifyDetachedForms((element) => notifyForm(window, element))
  watch(S.onSetAttribute)
  watch(S.onRemoveAttribute)
  override<HTMLFormElement>(window.HTMLFormElement.prototype, {
    reset() {
      super.reset()
      for (const control of controlsIn(window, this)) tell(window, control, 'formResetCallback', [])
    },
  })
}
