/** VueUse. */
import { useCounter } from '@vueuse/core'
import { h } from 'vue'
import { cases } from '../cases.ts'
import { show } from '../parts/vue.ts'

export default cases({
  counter: show(() => {
    const { count, inc } = useCounter(1)
    inc(4)
    return () => h('p', count.value)
  }),
})
