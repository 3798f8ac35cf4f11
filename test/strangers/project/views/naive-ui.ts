/** Naive UI. */
import { NAlert } from 'naive-ui'
import { h } from 'vue'
import { cases } from '../cases.ts'
import { show } from '../parts/vue.ts'

export default cases({
  alert: show(() => () => h(NAlert, { title: 'Info', type: 'info' }, () => 'Text')),
})
