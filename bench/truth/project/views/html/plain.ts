/** Shows the page as it is, for kinds whose loader or head remembers. */
import { html, htmlView } from 'hashbang-router'
import type { Data } from '../../data.ts'

export default htmlView<Data>(({ data }) => html`<p>${data.title}</p>`)
