/**
 * Makes custom elements form controls: their callbacks, and values in form data.
 * https://html.spec.whatwg.org/multipage/custom-elements.html#custom-elements-face-example
 * happy-dom knows no such controls: capricorn86/happy-dom#1419, #2392.
 */

import { onFormChange } from '../fixes/connect.ts'
import { call, enqueue, notifyForm, onControlMove } from '../fixes/reactions.ts'
import { define, type InnerWindow, override, S, wrap } from '../internals.ts'
import { atNextChange } from '../next-change.ts'
import { associatedNames, internalsOf } from './selectors/control-states.ts'

type Callback = (this: Element, ...args: never[]) => unknown

interface ControlState {
  form: Element | null
  disabled: boolean
}

const states = new WeakMap<Element, ControlState>()

type Entries = readonly (readonly [name: string, value: FormDataEntryValue])[]
const values = new WeakMap<Element, FormDataEntryValue | Entries>()

/** https://html.spec.whatwg.org/multipage/custom-elements.html#dom-elementinternals-setformvalue */
export function setFormValue(element: Element, value: unknown): void {
  const isObject = typeof value === 'object' && value !== null
  if (value === null || value === undefined) values.delete(element)
  else if (isObject && value instanceof FormData) values.set(element, [...value])
  else values.set(element, isObject && value instanceof File ? value : String(value))
}

export function formValueOf(element: Element): Entries {
  const name = element.getAttribute('name') ?? ''
  const value = values.get(element)
  if (value === undefined) return []
  if (Array.isArray(value)) return value
  return name === '' ? [] : [[name, value as FormDataEntryValue]]
}

export function formOf(element: Element): HTMLFormElement | null {
  const id = element.getAttribute('form')
  if (id === null || !element.isConnected) return element.closest('form')
  const form = (element.getRootNode() as Document).getElementById?.(id)
  return form?.localName === 'form' ? (form as HTMLFormElement) : null
}

const isControl = (element: Element): boolean =>
  element.localName.includes('-') && associatedNames().includes(element.localName)

function enqueueCallback(
  window: InnerWindow,
  element: Element,
  name: string,
  args: unknown[],
): void {
  const callback: unknown = Reflect.get(element, name)
  if (typeof callback !== 'function') return
  enqueue(element, () => call(window, element, callback as Callback, args))
}

function updateControl(window: InnerWindow, element: Element): void {
  if (!isControl(element)) return
  const before = states.get(element) ?? { form: null, disabled: false }
  const form = formOf(element)
  const disabled = element.matches(':disabled')
  states.set(element, { form, disabled })
  if (form !== before.form) enqueueCallback(window, element, 'formAssociatedCallback', [form])
  if (disabled !== before.disabled)
    enqueueCallback(window, element, 'formDisabledCallback', [disabled])
}

function controlsIn(root: ParentNode): Element[] {
  const names = associatedNames()
  return names.length === 0 ? [] : [...root.querySelectorAll(names.join())]
}

/** Lists the controls of a form, in tree order. */
export function controlsOf(owner: HTMLFormElement, names: string): Element[] {
  const form = owner[S.proxy] ?? owner
  const isElsewhere = owner.isConnected && owner.hasAttribute('id')
  const root = isElsewhere ? (owner.getRootNode() as Document) : owner
  return [...root.querySelectorAll(names)].filter((element) => formOf(element) === form)
}

interface InnerForm extends HTMLFormElement {
  [S.getFormControlItems](): Element[]
}

const LISTED = 'button, fieldset, input:not([type=image i]), object, output, select, textarea'
/** Lists until a change: loops over `elements` list them for each item. */
const listedControls = new Map<Element, { readonly names: string; readonly elements: Element[] }>()

function listControls(owner: Element, find: (names: string) => Iterable<Element>): Element[] {
  const names = [LISTED, ...associatedNames()].join()
  const cached = listedControls.get(owner)
  if (cached?.names === names) return cached.elements
  const elements = [...find(names)]
  if (listedControls.size === 0) atNextChange(() => listedControls.clear())
  listedControls.set(owner, { names, elements })
  return elements
}

function installControlLists(window: InnerWindow): void {
  const { HTMLFormElement, HTMLFieldSetElement, HTMLCollection } = window
  Object.assign(HTMLFormElement.prototype, {
    [S.getFormControlItems](this: InnerForm) {
      return listControls(this, (names) => controlsOf(this, names))
    },
    checkValidity(this: InnerForm) {
      const validities = this[S.getFormControlItems]().map((element) => {
        const control = internalsOf.get(element) ?? (element as HTMLInputElement)
        return control.checkValidity?.() ?? true
      })
      return !validities.includes(false)
    },
  })
  define<Element>(HTMLFieldSetElement.prototype, {
    get elements() {
      const Collection: new (...args: unknown[]) => HTMLCollection = HTMLCollection
      return new Collection(S.illegalConstructor, () =>
        listControls(this, (names) => this.querySelectorAll(names)),
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
            for (const control of controlsIn(element)) updateControl(window, control)
          } else if (element.localName.includes('-')) updateControl(window, element)
        },
    )
  installControlLists(window)
  onControlMove.value = updateControl
  onFormChange.value = (element) => notifyForm(window, element)
  watch(S.onSetAttribute)
  watch(S.onRemoveAttribute)
  override<HTMLFormElement>(window.HTMLFormElement.prototype, {
    reset() {
      super.reset()
      for (const control of controlsIn(this))
        enqueueCallback(window, control, 'formResetCallback', [])
    },
  })
}
