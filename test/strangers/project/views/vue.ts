/** Vue 3 by its manual: single-file components, and templates that are compiled in the page. */
import * as Vue from 'vue'
import { h } from 'vue'
import { createApp as createAppOfTemplates } from 'vue/dist/vue.esm-bundler.js'
import { cases, type Show } from '../cases.ts'
import { aside, fail, keysOf, never, write } from '../parts/leaves.ts'
import Async from '../parts/VueAsync.vue'
import Form from '../parts/VueForm.vue'
import List from '../parts/VueList.vue'
import Scoped from '../parts/VueScoped.vue'
import Slots from '../parts/VueSlots.vue'
import Teleported from '../parts/VueTeleport.vue'
import Transitions from '../parts/VueTransition.vue'
import { WORDS } from '../parts/words.ts'

const show =
  (component: Vue.Component, setup?: (app: Vue.App) => void): Show =>
  (element) => {
    const app = Vue.createApp(component)
    setup?.(app)
    app.mount(element)
    return () => app.unmount()
  }

const Id = { setup: () => () => h('i', { id: Vue.useId() }) }
const Clicked = {
  setup() {
    const count = Vue.ref(0)
    const seen = Vue.ref<number[]>([])
    Vue.watch(count, (one) => seen.value.push(one))
    Vue.onMounted(() => count.value++)
    return () => h('button', { onClick: () => (count.value += 10) }, seen.value.join())
  },
}
/** Shows the parts of Vue that a page can change. */
const Api = {
  setup() {
    const instance = Vue.getCurrentInstance() as Vue.ComponentInternalInstance
    const { config, components, directives, mixins } = instance.appContext
    const given = Vue.inject('given', 'default')
    return () => [
      h('p', [mixins.length, given, Vue.version].join(' ')),
      h('p', keysOf(config, config.globalProperties, components, directives)),
      h('p', keysOf(Vue.KeepAlive, Vue.Transition)),
      h(Vue.KeepAlive, () => h(Id)),
      h(Vue.Transition, () => h(Id)),
    ]
  },
}

export default cases({
  render: show({ render: () => h('h1', { class: ['a', { b: true }] }, 'Vue') }),
  list: show(List),
  form: show(Form),
  slots: show(Slots),
  async: show(Async),
  teleport: show(Teleported),
  scoped: show(Scoped),
  transition: show(Transitions),
  api: show(Api),
  clicked(element, page) {
    const done = show(Clicked)(element, page)
    element.querySelector('button')?.click()
    return done
  },
  template(element) {
    const app = createAppOfTemplates({
      data: () => ({ words: WORDS }),
      template: `<table><tbody><tr v-for="(word, at) in words" :key="word" :class="{ odd: at % 2 }">
          <td v-show="at">{{ at * 1.5 }}</td><td>{{ word }}</td></tr></tbody></table>
        <svg viewBox="0 0 10 10"><rect v-for="x in 3" :x="x"/><linearGradient id="g"/></svg>`,
    })
    app.mount(element)
    return () => app.unmount()
  },
})

const shows = (setup: () => (() => unknown) | string): Show =>
  show({
    setup() {
      const made = setup()
      return (typeof made === 'string' ? () => made : made) as () => Vue.VNode
    },
  })

export const leaves = cases({
  api(element, page) {
    const done = show(Api)(element, page)
    for (const one of [Vue.KeepAlive, Vue.Transition, Vue.Teleport, Vue.BaseTransition]) {
      write(one, 'leak', 'leak')
      write(one, 'render', () => 'leaked')
      write(one, 'setup', () => () => 'leaked')
    }
    return done
  },
  config: show(Api, (app) => {
    Object.assign(app.config, { idPrefix: 'leak', errorHandler: () => undefined })
    app.config.globalProperties.leak = 'leak'
    app.component('Leak', Id).directive('leak', () => undefined)
    app.mixin({ mounted: () => undefined }).provide('given', 'leaked')
  }),
  throws: shows(() => fail('setup')),
  block: shows(() => () => {
    Vue.openBlock()
    Vue.openBlock(true)
    Vue.pushScopeId('data-v-leak')
    return fail('an open block')
  }),
  tracking: shows(() => {
    Vue.setBlockTracking(-1)
    Vue.pushScopeId('data-v-leak')
    return 'tracking'
  }),
  mounted: shows(() => {
    Vue.onMounted(() => fail('mounted'))
    Vue.onUnmounted(() => fail('unmounted'))
    return 'mounted'
  }),
  watchers(element, page) {
    const one = Vue.ref(0)
    Vue.watchEffect(() => {
      if (one.value > 2) fail('a watcher')
      if (one.value > 0) one.value++
    })
    Vue.effectScope(true).run(() => Vue.watch(one, () => element.append('seen')))
    one.value++
    return show(Clicked)(element, page)
  },
  suspended: show(h(Vue.Suspense, () => h({ setup: () => never }))),
  unmounted(element) {
    Vue.createApp(Clicked).mount(aside())
    element.append('never unmounted')
  },
  endless: shows(() => {
    const count = Vue.ref(0)
    Vue.onMounted(() => count.value++)
    Vue.onUpdated(() => count.value++)
    return () => `endless ${Math.min(count.value, 1)}`
  }),
  ticks(element, page) {
    void Vue.nextTick(() => fail('a tick'))
    Vue.queuePostFlushCb(() => fail('a flush'))
    return show(Clicked)(element, page)
  },
})
