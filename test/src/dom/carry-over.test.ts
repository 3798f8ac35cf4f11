/** A reader's changes to the server's content are made to the view that takes its place. */
import { deepEqual, equal } from 'playwright-test/taps'
import { carryControls, returnTo, spotIn, spotOf } from '../../../src/dom/carry-over.ts'
import { suite } from '../../run/suite.ts'

const test = suite('carry-over')

const FORM = `<h1>Order</h1><form id="order"><input name="text"><textarea name="note">old</textarea>
<input type="checkbox" name="box" value="a"><input type="checkbox" name="box" value="b" checked>
<input type="radio" name="size" value="s" checked><input type="radio" name="size" value="l">
<select name="one"><option>1<option>2</select><select name="many" multiple><option selected>1<option>2<option>3</select></form>
<form id="other"><input name="text" value="draft"></form><input aria-label="no name"><details><summary>More</summary>x</details>`

/** Both contents in the document, and the acts on them. */
function onBoth(markup: string, other: string, run: (from: Element, to: Element) => void): void {
  const [from, to] = [document.createElement('div'), document.createElement('div')]
  from.innerHTML = markup
  to.innerHTML = other
  document.body.append(from, to)
  try {
    run(from, to)
  } finally {
    from.remove()
    to.remove()
  }
}

const one = <T extends Element = HTMLInputElement>(root: ParentNode, selector: string): T => {
  const found = root.querySelector<T>(selector)
  if (!found) throw new Error(`There is no ${selector}`)
  return found
}

/** A reader who changes everything. */
function change(root: Element): void {
  one(root, '#order [name=text]').value = 'typed'
  one<HTMLTextAreaElement>(root, 'textarea').value = 'noted'
  one(root, '[value=a]').checked = true
  one(root, '[value=b]').checked = false
  one(root, '[value=l]').checked = true
  one<HTMLSelectElement>(root, '[name=one]').selectedIndex = 1
  const many = one<HTMLSelectElement>(root, '[name=many]')
  for (const option of many.options) option.selected = option.value !== '1'
  one(root, '[aria-label]').value = 'nameless'
  one<HTMLDetailsElement>(root, 'details').open = true
}

const stateOf = (root: Element) => [
  ...[...root.querySelectorAll('input, textarea, select')].map((control) => {
    const { checked, type, value, selectedOptions } = control as HTMLInputElement &
      HTMLSelectElement
    const box = /checkbox|radio/.test(type)
    return selectedOptions ? [...selectedOptions].map(({ value }) => value) : box ? checked : value
  }),
  one<HTMLDetailsElement>(root, 'details').open,
]

test('every control keeps the input of the reader, and the app gets its input and change events', () =>
  onBoth(FORM, FORM, (from, to) => {
    change(from)
    const events: string[] = []
    for (const type of ['input', 'change'])
      to.addEventListener(type, ({ target }) => {
        const { name, value } = target as HTMLInputElement
        events.push(`${type} ${name} ${value}`)
      })
    carryControls(from, to)
    deepEqual(stateOf(to), stateOf(from))
    const changed = ['text typed', 'note noted', 'box a', 'box b', 'size l', 'one 2', ' nameless']
    for (const name of changed)
      deepEqual(
        events.filter((one) => one.endsWith(name)),
        [`input ${name}`, `change ${name}`],
      )
  }))

test('a control that the reader has not touched keeps the value of the app, without an event', () =>
  onBoth(FORM, FORM, (from, to) => {
    one(to, '#other [name=text]').value = 'a draft of the app'
    one(to, '#order [name=text]').value = 'another'
    one<HTMLSelectElement>(to, '[name=one]').selectedIndex = 1
    const before = stateOf(to)
    let events = 0
    to.addEventListener('input', () => events++)
    carryControls(from, to)
    deepEqual(stateOf(to), before)
    equal(events, 0)
  }))

test('moved controls are matched by form and name; controls with the same label stay as they are', () =>
  onBoth(
    FORM,
    `<input aria-label="no name"><input aria-label="no name"><details></details>
    <form id="other"><input name="text"></form><form id="order"><textarea name="note"></textarea><p><input name="text"></p></form>`,
    (from, to) => {
      change(from)
      carryControls(from, to)
      equal(one(to, '#order [name=text]').value, 'typed')
      equal(one(to, '#other [name=text]').value, '')
      equal(one<HTMLTextAreaElement>(to, 'textarea').value, 'noted')
      deepEqual(
        [...to.querySelectorAll<HTMLInputElement>('[aria-label]')].map(({ value }) => value),
        ['', ''],
      )
      equal(one<HTMLDetailsElement>(to, 'details').open, true)
    },
  ))

test('a view without any of the controls stays as it is', () =>
  onBoth(FORM, '<h1>Order</h1>', (from, to) => {
    change(from)
    one(from, '#order [name=text]').focus()
    carry(from, to)
    equal(to.innerHTML, '<h1>Order</h1>')
  }))

/** Carries everything over: the controls, and where the reader is. */
function carry(from: Element, to: Element): void {
  const spot = spotIn(from)
  carryControls(from, to)
  returnTo(spotOf(spot, from, to))
}

/** A reader who types, and puts the caret into the middle. */
function type(field: HTMLInputElement): void {
  field.value = 'typed'
  field.focus()
  field.setSelectionRange(1, 3)
}
const caret = ({ value, selectionStart, selectionEnd }: HTMLInputElement) => [
  value,
  selectionStart,
  selectionEnd,
]

test('the caret moves to the same position of the same field', () =>
  onBoth(FORM, FORM, (from, to) => {
    type(one(from, '#order [name=text]'))
    carry(from, to)
    const other = one(to, '#order [name=text]')
    equal(document.activeElement, other)
    deepEqual(caret(other), ['typed', 1, 3])
  }))

test('a field in a shadow tree keeps its text and the focus', () =>
  onBoth('<div></div>', '<div></div>', (from, to) => {
    const [field, other] = [from, to].map((root) => {
      const shadow = one(root, 'div').attachShadow({ mode: 'open' })
      shadow.innerHTML = '<input name="inner">'
      return one(shadow, 'input')
    }) as [HTMLInputElement, HTMLInputElement]
    type(field)
    carry(from, to)
    deepEqual(caret(other), ['typed', 1, 3])
    equal((other.getRootNode() as ShadowRoot).activeElement, other)
  }))

test('content that is moved keeps the focus and the caret', () =>
  onBoth(FORM, '', (from, to) => {
    const field = one(from, '#order [name=text]')
    type(field)
    const spot = spotIn(from)
    to.append(...from.childNodes)
    returnTo(spot)
    equal(document.activeElement, field)
    deepEqual(caret(field), ['typed', 1, 3])
  }))
