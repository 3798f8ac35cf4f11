/** Material Web. */
import '@material/web/button/filled-button.js'
import '@material/web/checkbox/checkbox.js'
import '@material/web/chips/chip-set.js'
import '@material/web/chips/assist-chip.js'
import '@material/web/list/list.js'
import '@material/web/list/list-item.js'
import '@material/web/radio/radio.js'
import '@material/web/select/outlined-select.js'
import '@material/web/select/select-option.js'
import '@material/web/switch/switch.js'
import '@material/web/tabs/primary-tab.js'
import '@material/web/tabs/tabs.js'
import '@material/web/textfield/outlined-text-field.js'
import { cases } from '../cases.ts'
import { markup } from '../parts/markup.ts'

export default cases({
  button: markup(
    '<md-filled-button>Save</md-filled-button><md-filled-button href="#!/x">Link</md-filled-button>',
  ),
  checks: markup(
    '<md-checkbox checked></md-checkbox><md-switch selected></md-switch><md-radio name="a" checked></md-radio>',
  ),
  list: markup(
    '<md-list><md-list-item>One<div slot="supporting-text">Text</div></md-list-item><md-list-item type="link" href="#!/x">Two</md-list-item></md-list>',
  ),
  field: markup(
    '<md-outlined-text-field label="Name" value="Ada" supporting-text="Help"></md-outlined-text-field>',
  ),
  tabs: markup(
    '<md-tabs><md-primary-tab>One</md-primary-tab><md-primary-tab active>Two</md-primary-tab></md-tabs>',
  ),
  chips: markup('<md-chip-set><md-assist-chip label="Chip"></md-assist-chip></md-chip-set>'),
  select: markup(
    '<md-outlined-select label="One"><md-select-option value="a" selected><div slot="headline">A</div></md-select-option><md-select-option value="b"><div slot="headline">B</div></md-select-option></md-outlined-select>',
  ),
})
