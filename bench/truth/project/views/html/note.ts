import { html, htmlView } from 'hashbang-router'
import type { Data } from '../../data.ts'
import { noteOf } from '../../notes/index.ts'

export default htmlView<Data>(({ data }) => html`<p>${noteOf(data)}</p>`)
