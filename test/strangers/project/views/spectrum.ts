/** Spectrum Web Components. */
import '@spectrum-web-components/button/sp-button.js'
import '@spectrum-web-components/button/sp-clear-button.js'
import '@spectrum-web-components/theme/sp-theme.js'
import '@spectrum-web-components/theme/src/themes.js'
import { cases } from '../cases.ts'

const show = (html: string) => (element: HTMLElement) => {
  element.innerHTML = `<sp-theme system="spectrum" color="light" scale="medium">${html}</sp-theme>`
}

export default cases({
  button: show('<sp-button variant="accent">Save</sp-button>'),
  disabled: show('<sp-button disabled treatment="outline">Off</sp-button>'),
  link: show('<sp-button href="https://example.org" target="_blank">Link</sp-button>'),
  clear: show('<sp-clear-button label="Clear"></sp-clear-button>'),
})
