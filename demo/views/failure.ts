// 500: the page could not be made. Says no more than a reader can use; the log has the rest.

import { type HtmlView, html, htmlView, type ViewPage } from 'hashbang-router'
import { routes } from '../routes.ts'

const view: HtmlView<ViewPage> = htmlView(
  () => html`<div class="stand-in">
<p class="status">500</p>
<h1>This page could not be shown</h1>
<p>The dictionary did not answer. Load the page again in a moment, or start <a href="${routes.href('home')}">from the first page</a>.</p>
</div>`,
)

export default view
