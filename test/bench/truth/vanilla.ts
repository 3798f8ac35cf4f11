// The kinds by elements of the platform alone.
import type { ViewPage } from 'hashbang-router'
import { behaviourOf, tagOf } from './behaviours.ts'
import type { Data } from './data.ts'

export function make(kind: string): new () => HTMLElement {
  class View extends HTMLElement {
    readonly #behaviour = behaviourOf('vanilla', kind)
    #page: ViewPage<Data> | undefined
    #given = 0
    #noted = false
    #first = ''
    #opened = false

    get page(): ViewPage<Data> | undefined {
      return this.#page
    }
    set page(page: ViewPage<Data>) {
      this.#page = page
      this.#given += 1
      if (this.isConnected || this.#opened) this.#show(page.data)
    }
    connectedCallback() {
      const data = () => (this.#page as ViewPage<Data>).data
      if (!this.#opened) {
        this.innerHTML = SKELETON
        this.#behaviour.open?.(this, data)
        this.#show(data())
      }
      this.#opened = true
      this.#behaviour.connect?.(this, data)
    }
    disconnectedCallback() {
      this.#behaviour.disconnect?.()
    }
    #show(data: Data) {
      const [h1, img, ul, i] = ['h1', 'img', 'ul', 'i'].map((tag) => this.querySelector(tag))
      if (!h1 || !img || !ul || !i) return
      h1.textContent = data.title
      if (kind !== 'missing photo') {
        if (data.photo) img.setAttribute('src', data.photo)
        else img.removeAttribute('src')
      }
      this.#list(ul, data)
      if (data.note) this.#noted = true
      this.#first ||= data.title
      if (kind === 'counter') i.textContent = `shown ${this.#given} times`
      if (kind === 'state never reset') i.textContent = String(this.#noted)
      if (kind === 'first page' || kind === 'context') i.textContent = this.#first
      this.#behaviour.show?.(this, data)
    }
    #list(ul: Element, { items }: Data) {
      while (ul.children.length > items.length) ul.lastElementChild?.remove()
      for (const [n, { text, done }] of items.entries()) {
        const li = ul.children[n] ?? ul.appendChild(document.createElement('li'))
        if (kind === 'wrong keys' && li.textContent) continue
        li.textContent = text
        li.className = done ? 'done' : 'open'
      }
    }
  }
  customElements.define(tagOf('vanilla', kind), View)
  return View
}

const SKELETON =
  '<h1></h1><img><ul></ul><details><summary>More</summary></details><input><p></p><div></div><i></i>'
