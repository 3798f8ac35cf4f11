/** Element Plus. */
import 'element-plus/dist/index.css'
import { ElAlert, ElButton, ElTag } from 'element-plus'
import { h } from 'vue'
import { cases } from '../cases.ts'
import { show } from '../parts/vue.ts'

export default cases({
  button: show(() => () => [
    h(ElButton, { type: 'primary' }, () => 'Save'),
    h(ElTag, null, () => 'Tag'),
  ]),
  alert: show(() => () => h(ElAlert, { title: 'Info', type: 'info' })),
})
