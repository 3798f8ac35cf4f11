/** The state that plain code keeps about elements. */
import { kindsView } from '../../parts/kinds.ts'

let node: HTMLElement | undefined
let template: HTMLTemplateElement | undefined
let fragment: DocumentFragment | undefined
let seen = 0
let range: Range | undefined
let observer: MutationObserver | undefined
let dialog: HTMLDialogElement | undefined
const nodes = new Map<string, HTMLElement>()

customElements.define(
  'truth-top-level',
  class extends HTMLElement {
    static made = 0
    connectedCallback() {
      this.textContent = `element ${++(this.constructor as unknown as { made: number }).made}`
    }
  },
)
document.addEventListener('truth-top', () => {
  seen += 1
})

const element = (text: string) => Object.assign(document.createElement('b'), { textContent: text })

export default kindsView({
  'node kept': ({ title }, outlet) => {
    node ??= element(title)
    outlet.append(node)
    return 'kept:'
  },
  'template filled once': ({ title }, outlet) => {
    if (!template) {
      template = document.createElement('template')
      template.innerHTML = `<i>${title}</i>`
    }
    outlet.append(template.content.cloneNode(true))
    return 'cloned:'
  },
  'fragment used up': ({ title }, outlet) => {
    if (!fragment) {
      fragment = document.createDocumentFragment()
      fragment.append(element('welcome'))
    }
    outlet.append(fragment)
    return title
  },
  'element defined at the top': (_, outlet) => {
    outlet.append(document.createElement('truth-top-level'))
    return 'the'
  },
  'listener at the top': () => {
    document.dispatchEvent(new Event('truth-top'))
    return `seen ${seen}`
  },
  'range kept': ({ title }, outlet) => {
    range ??= document.createRange()
    const text = outlet.appendChild(element(title))
    if (range.collapsed) range.selectNodeContents(text)
    return range.toString()
  },
  'observer kept': async ({ title }, outlet) => {
    const records: string[] = []
    observer ??= new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const added of addedNodes) records.push(added.textContent ?? '')
    })
    observer.observe(outlet, { childList: true })
    outlet.append(element(title))
    await Promise.resolve()
    await Promise.resolve()
    return `observed ${records.join()}`
  },
  'dialog kept': ({ title }) => {
    if (!dialog) {
      dialog = document.createElement('dialog')
      document.body.append(dialog)
    }
    dialog.append(element(title))
    dialog.open = true
    return 'dialog'
  },
  'nodes by a coarse key': ({ locale, title }, outlet) => {
    const known = nodes.get(locale) ?? element(title)
    nodes.set(locale, known)
    outlet.append(known)
    return 'node:'
  },
  'focus kept': ({ note }, outlet) => {
    const input = outlet.appendChild(document.createElement('input'))
    const before = document.activeElement?.localName ?? 'none'
    if (note) input.focus()
    return before
  },
  'dynamic import': async ({ title }) => {
    const { state } = await import('../../parts/late.ts')
    state.count += 1
    state.first ??= title
    return `${state.first}, import ${state.count}`
  },
  'random numbers shown': ({ title }, outlet) => {
    outlet.setAttribute('data-random', `${Math.random()} ${crypto.randomUUID()}`)
    return title
  },
  'time shown': ({ title }, outlet) => {
    const times = [performance.getEntriesByType('mark').length, performance.measure('truth').name]
    outlet.setAttribute('data-times', times.join(' '))
    return title
  },
})
