/**
 * Lists the names and values that a form sends, in tree order; `FormData` and submission call it.
 * An addition that replaces happy-dom's, which sends one option of a list, and disabled controls.
 * https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#constructing-form-data-set
 */

import { controlsOf, formValueOf } from './form-controls.ts'
import { associatedNames } from './selectors/control-states.ts'

export type Entry = readonly [name: string, value: FormDataEntryValue]

/** `dirname` applies to them. */
const DIRECTED = /^(?:hidden|text|search|tel|url|email|password|textarea|submit)$/
const BUTTON = /^(?:submit|reset|button)$/

/** Elements in a `<datalist>` send as well: that is what Chromium does. */
export function entryList(form: HTMLFormElement, submitter?: HTMLElement | null): Entry[] {
  const names = ['button, input, select, textarea', ...associatedNames()].join()
  return controlsOf(form, names)
    .filter((control) => !control.matches(':disabled'))
    .flatMap((control) => entriesOf(control as HTMLInputElement, control === submitter))
}

function entriesOf(control: HTMLInputElement, isSubmitter: boolean): readonly Entry[] {
  const { localName, type } = control
  if (localName.includes('-')) return formValueOf(control)
  const name = control.getAttribute('name') ?? ''
  if (localName === 'input' && type === 'image') {
    const prefix = name === '' ? '' : `${name}.`
    return isSubmitter ? ['x', 'y'].map((axis): Entry => [prefix + axis, '0']) : []
  }
  const isUnused =
    (BUTTON.test(type) && !isSubmitter) || (/^(?:checkbox|radio)$/.test(type) && !control.checked)
  if (isUnused || name === '') return []
  const entries = valuesOf(control, name).map((value): Entry => [name, value])
  const direction = DIRECTED.test(type) && control.getAttribute('dirname')
  if (direction) entries.push([direction, control.matches(':dir(rtl)') ? 'rtl' : 'ltr'])
  return entries
}

function valuesOf(control: HTMLInputElement, name: string): FormDataEntryValue[] {
  const { localName, type, value } = control
  if (localName === 'select') {
    const options = [...control.querySelectorAll('option')]
    return options
      .filter((option) => option.selected && !option.matches(':disabled'))
      .map((option) => option.value)
  }
  if (type === 'file') {
    const files = [...(control.files ?? [])]
    return files.length > 0 ? files : [new File([], '', { type: 'application/octet-stream' })]
  }
  return [type === 'hidden' && name.toLowerCase() === '_charset_' ? 'UTF-8' : value]
}
