/** Naive UI. */
import {
  NAlert,
  NButton,
  NCard,
  NCollapse,
  NCollapseItem,
  NDataTable,
  NInput,
  NSpace,
  NTabPane,
  NTabs,
  NTag,
} from 'naive-ui'
import { h } from 'vue'
import { cases } from '../cases.ts'
import { show } from '../parts/vue.ts'

export default cases({
  alert: show(() => () => h(NAlert, { title: 'Info', type: 'info' }, () => 'Text')),
})
