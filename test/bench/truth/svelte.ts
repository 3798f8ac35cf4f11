// The kinds by Svelte, in an element whose component is given every page.
import type { ViewPage } from 'hashbang-router'
import { mount } from 'svelte'
import { behaviourOf, tagOf } from './behaviours.ts'
import type { Data } from './data.ts'
import Component from './View.svelte'

export function make(kind: string): new () => HTMLElement {
  class View extends HTMLElement {
    #component: { give(data: Data): void } | undefined
    #page: ViewPage<Data> | undefined
    get page(): ViewPage<Data> | undefined {
      return this.#page
    }
    set page(page: ViewPage<Data>) {
      this.#page = page
      if (this.#component) this.#component.give(page.data)
    }
    connectedCallback() {
      const start = (this.#page as ViewPage<Data>).data
      const props = { kind, behaviour: behaviourOf('svelte', kind), start }
      this.#component ??= mount(Component as never, { target: this, props }) as never
    }
  }
  customElements.define(tagOf('svelte', kind), View)
  return View
}
