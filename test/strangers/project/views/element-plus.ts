/** Element Plus. */
import 'element-plus/dist/index.css'
import {
  ElAlert,
  ElButton,
  ElCollapse,
  ElCollapseItem,
  ElForm,
  ElFormItem,
  ElInput,
  ElOption,
  ElPagination,
  ElSelect,
  ElTable,
  ElTableColumn,
  ElTabPane,
  ElTabs,
  ElTag,
} from 'element-plus'
import { h } from 'vue'
import { cases } from '../cases.ts'
import { show } from '../parts/vue.ts'

const people = [
  { name: 'Ada', born: 1815 },
  { name: 'Grace', born: 1906 },
]

export default cases({
  button: show(() => () => [
    h(ElButton, { type: 'primary' }, () => 'Save'),
    h(ElTag, null, () => 'Tag'),
  ]),
  alert: show(() => () => h(ElAlert, { title: 'Info', type: 'info' })),
})
