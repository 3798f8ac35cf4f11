import { html, htmlView } from 'hashbang-router'

export default htmlView(() => html`<a href="#!/word/ajax">ajax</a>`)
