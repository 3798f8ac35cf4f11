/** Web Awesome. */
import '@awesome.me/webawesome/dist/components/button/button.js'
import { cases } from '../cases.ts'
import { markup } from '../parts/markup.ts'

export default cases({
  button: markup('<wa-button variant="brand">Save</wa-button><wa-button disabled>Off</wa-button>'),
})
