/** Shoelace: components imported one by one. */
import '@shoelace-style/shoelace/dist/components/alert/alert.js'
import '@shoelace-style/shoelace/dist/components/badge/badge.js'
import '@shoelace-style/shoelace/dist/components/button/button.js'
import '@shoelace-style/shoelace/dist/components/card/card.js'
import '@shoelace-style/shoelace/dist/components/details/details.js'
import '@shoelace-style/shoelace/dist/components/input/input.js'
import '@shoelace-style/shoelace/dist/components/option/option.js'
import '@shoelace-style/shoelace/dist/components/select/select.js'
import '@shoelace-style/shoelace/dist/components/tab/tab.js'
import '@shoelace-style/shoelace/dist/components/tab-group/tab-group.js'
import '@shoelace-style/shoelace/dist/components/tab-panel/tab-panel.js'
import { cases } from '../cases.ts'
import { markup } from '../parts/markup.ts'

export default cases({
  button: markup(
    '<sl-button variant="primary">Save <sl-badge pill>4</sl-badge></sl-button><sl-button href="#!/x" disabled>Link</sl-button>',
  ),
  card: markup('<sl-card><h3 slot="header">Header</h3>Body<p slot="footer">Footer</p></sl-card>'),
  input: markup('<sl-input label="Name" value="Ada" help-text="Help" clearable></sl-input>'),
  details: markup(
    '<sl-details summary="More" open>Open text</sl-details><sl-details summary="Less">Closed text</sl-details>',
  ),
  select: markup(
    '<sl-select label="One" value="b"><sl-option value="a">A</sl-option><sl-option value="b">B</sl-option></sl-select>',
  ),
  tabs: markup(
    '<sl-tab-group><sl-tab slot="nav" panel="a">A</sl-tab><sl-tab slot="nav" panel="b">B</sl-tab><sl-tab-panel name="a">Panel a</sl-tab-panel><sl-tab-panel name="b">Panel b</sl-tab-panel></sl-tab-group>',
  ),
  alert: markup('<sl-alert open>Something <b>happened</b></sl-alert>'),
})
