import { html, htmlView } from 'hashbang-router'

export default htmlView(() => html`<a href="#!/hello/ajax">Hello</a>`)
