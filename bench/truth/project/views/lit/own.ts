/**
 * The state that Lit apps keep: in modules, in classes, in contexts and directives, and in Lit
 * itself.
 */
import { ContextProvider, createContext } from '@lit/context'
import type { ViewPage } from 'hashbang-router'
import { css, html, LitElement, render, type TemplateResult } from 'lit'
import { Directive, directive } from 'lit/directive.js'
import type { Data } from '../../data.ts'

let first: string | undefined
let template: TemplateResult | undefined
let container: HTMLElement | undefined
let styles = css`
  p {
    color: rgb(1, 2, 3);
  }
`
const settings = createContext<{ title?: string }>('truth')
const shared: { title?: string } = {}
const instances = new Set<object>()
const classes = LitElement as unknown as {
  addInitializer(work: (element: unknown) => void): void
  truthTitle?: string
}
const prototype = LitElement.prototype as { truthDepth?: number }

const counted = directive(
  class extends Directive {
    static count = 0
    render(title: string) {
      const counting = this.constructor as unknown as { count: number }
      counting.count += 1
      return `${title}, ${counting.count}`
    }
  },
)

const kinds: Readonly<Record<string, (view: View, data: Data) => unknown>> = {
  'lit first ??=': (_, { title }) => html`<p>${(first ??= title)}</p>`,
  'lit template kept': (_, { title }) => (template ??= html`<p>${title}</p>`),
  'lit container kept': (_, { title }) => {
    container ??= document.createElement('div')
    if (!container.hasChildNodes()) render(html`<p>${title}</p>`, container)
    return container
  },
  'lit static field': ({ constructor }, { title }) => {
    const counting = constructor as typeof View
    counting.titles.push(title)
    return html`<p>${counting.titles.join(', ')}</p>`
  },
  'lit context, shared object': (view, { title }) => {
    new ContextProvider(view, { context: settings, initialValue: shared })
    shared.title ??= title
    return html`<p>${shared.title}</p>`
  },
  'lit directive counts': (_, { title }) => html`<p>${counted(title)}</p>`,
  'lit styles changed': (_, { note, title }) => {
    if (note)
      styles = css`
        p {
          color: red;
        }
      `
    return html`<p>${title} ${String(styles).includes('red') ? 'red' : 'black'}</p>`
  },
  'lit instances kept': (view) => {
    instances.add(view)
    return html`<p>${instances.size} instances</p>`
  },
  'initializer of LitElement': (_, { title }) => {
    classes.addInitializer((element) => {
      const { made = [] } = element as Part
      Object.assign(element as Part, { made: [...made, title] })
    })
    const part = document.createElement('truth-part') as Part
    return html`<p>${part.made?.join(', ')}</p>`
  },
  'static of LitElement': (_, { title }) => {
    classes.truthTitle ??= title
    return html`<p>${classes.truthTitle}</p>`
  },
  'prototype of LitElement': () => {
    prototype.truthDepth = (prototype.truthDepth ?? 0) + 1
    return html`<p>${prototype.truthDepth} deep</p>`
  },
}

class Part extends LitElement {
  declare made: readonly string[] | undefined
}
customElements.define('truth-part', Part)

export default class View extends LitElement {
  static titles: string[] = []
  declare page: ViewPage<Data>
  #shown: unknown
  override render() {
    const { data } = this.page
    this.#shown ??= (kinds[data.kind] as NonNullable<(typeof kinds)[string]>)(this, data)
    return this.#shown
  }
}
customElements.define('truth-own', View)
