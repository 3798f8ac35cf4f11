/** Vuetify. */
import 'vuetify/styles'
import { h } from 'vue'
import { createVuetify } from 'vuetify'
import { VAlert, VApp, VChip } from 'vuetify/components'
import { cases } from '../cases.ts'
import { show } from '../parts/vue.ts'

const vuetify = (draw: () => ReturnType<typeof h>) =>
  show(
    () => () => h(VApp, null, { default: draw }),
    (app) => app.use(createVuetify()),
  )

export default cases({
  alert: vuetify(() =>
    h(VAlert, { type: 'info', text: 'Info' }, { append: () => h(VChip, null, () => 'Chip') }),
  ),
})
