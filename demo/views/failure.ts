// 500: the page failed. watch-connection.ts handles the button.

import { type HtmlView, html, htmlView, type ViewPage } from 'hashbang-router'
import { routes } from '../routes.ts'

const view: HtmlView<ViewPage> = htmlView(() => (isOffline() ? offline() : broken()))

// A server has no such property.
const isOffline = () => globalThis.navigator?.onLine === false

const retry = html`<p><button type="button" class="retry">Try again</button></p>`

const offline = () => html`<div class="stand-in">
<h1>You are offline</h1>
<p>This page comes by itself when the connection is back. Pages that you have seen today may still be there.</p>
${retry}
</div>`

const broken = () => html`<div class="stand-in">
<p class="status">500</p>
<h1>This page could not be shown</h1>
<p>The dictionary did not answer. Try again in a moment, or start <a href="${routes.href('home')}">from the first page</a>.</p>
${retry}
</div>`

export default view
