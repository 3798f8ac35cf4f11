/** Lit's virtualizer. */
import '@lit-labs/virtualizer'
import { html, render } from 'lit'
import { cases } from '../cases.ts'

export default cases({
  few: (element) =>
    void render(
      html`<lit-virtualizer .items=${[1, 2, 3]} .renderItem=${(item: number) => html`<div>${item}</div>`}></lit-virtualizer>`,
      element,
    ),
})
