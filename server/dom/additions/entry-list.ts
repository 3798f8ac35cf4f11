/**
 * Lists the names and values that a form sends, in tree order; `FormData` and submission call it.
 * An addition that replaces happy-dom's, which sends one option of a list, and disabled controls.
 * https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#constructing-form-data-set
 */

import { isWide, textWidth } from '../css/lengths.ts'
import { hasTag } from '../internals.ts'
import { controlsOf, formValueOf } from './form-controls.ts'
import { associatedNames } from './selectors/control-states.ts'

export type Entry = readonly [name: string, value: FormDataEntryValue]

/** Types of the controls that `dirname` applies to. */
const DIRECTED = /^(?:hidden|text|search|tel|url|email|password|textarea|submit)$/
const BUTTON = /^(?:submit|reset|button)$/

/** Lists the entries. As in Chromium, elements in a `<datalist>` send as well. */
export function entryList(form: HTMLFormElement, submitter?: HTMLElement | null): Entry[] {
  const names = ['button, input, select, textarea', ...associatedNames()].join()
  return controlsOf(form, names)
    .filter((control) => !control.matches(':disabled'))
    .flatMap((control) => entriesOf(control as HTMLInputElement, submitter))
}

function entriesOf(control: HTMLInputElement, submitter?: HTMLElement | null): readonly Entry[] {
  const isSubmitter = control === submitter
  const { localName, type } = control
  if (localName.includes('-')) return formValueOf(control)
  const name = control.getAttribute('name') ?? ''
  if (localName === 'input' && type === 'image') {
    const prefix = name === '' ? '' : `${name}.`
    return isSubmitter ? ['x', 'y'].map((axis): Entry => [prefix + axis, '0']) : []
  }
  const isUnused =
    (BUTTON.test(type) && !isSubmitter) || (/^(?:checkbox|radio)$/.test(type) && !control.checked)
  const isNamed = name !== ''
  const isSent = isNamed && !isUnused
  const entries = isSent ? valuesOf(control, name).map((value): Entry => [name, value]) : []
  const direction = isNamed && DIRECTED.test(type) ? control.getAttribute('dirname') : null
  if (direction === null) return entries
  const entry: Entry = [direction, control.matches(':dir(rtl)') ? 'rtl' : 'ltr']
  // In Chromium each button sends its direction, and that comes first.
  return type === 'submit' ? [entry, ...entries] : [...entries, entry]
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
  if (localName === 'input' && type === 'submit' && !control.hasAttribute('value'))
    return ['Submit']
  if (hasTag(control, 'textarea')) return [submittedText(control)]
  return [type === 'hidden' && name.toLowerCase() === '_charset_' ? 'UTF-8' : value]
}

function submittedText(control: HTMLTextAreaElement): string {
  const isHard = control.wrap.toLowerCase() === 'hard' && control.checkVisibility()
  return isHard ? withHardBreaks(control.value, control.cols) : control.value
}

/** The font size and the scrollbar of Chromium's text areas without styles, in px. */
const FONT_SIZE = 40 / 3
const SCROLLBAR = 15
const widthOf = (text: string): number => textWidth(text, FONT_SIZE, true)
const COLUMN = 9
const TAB = 8 * widthOf(' ')
const PARTS = /\n|[^\S\n]|[^\s-]+-?|-+/g

/** Breaks lines where a text area of so many columns shows breaks. Spaces stay at their ends. */
function withHardBreaks(value: string, columns: number): string {
  const most = columns * COLUMN + SCROLLBAR + 0.01
  let [lines, x] = ['', 0]
  const add = (part: string) => {
    const width = widthOf(part)
    const isOver = x > 0 && x + width > most
    lines += isOver ? `\n${part}` : part
    x = isOver ? width : x + width
  }
  for (const [part] of value.matchAll(PARTS)) {
    if (/\s/.test(part)) {
      lines += part
      x = part === '\n' ? 0 : part === '\t' ? (Math.floor(x / TAB) + 1) * TAB : x + widthOf(part)
    } else if (widthOf(part) > most || isWide(part)) {
      if (x + widthOf(part) > most && x > 0 && !isWide(part)) [lines, x] = [`${lines}\n`, 0]
      for (const character of part) add(character)
    } else add(part)
  }
  return lines
}
