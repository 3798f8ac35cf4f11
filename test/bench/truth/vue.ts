// The kinds by Vue, in an element whose app is given every page.
import type { ViewPage } from 'hashbang-router'
import {
  createApp,
  defineComponent,
  inject,
  onMounted,
  provide,
  ref,
  shallowReactive,
  watch,
} from 'vue'
import { behaviourOf, tagOf } from './behaviours.ts'
import type { Data } from './data.ts'

const Row = defineComponent({
  props: { item: { type: Object, required: true } },
  setup: (props) => ({ first: props.item.text as string }),
  template: '<b>{{ first }}</b>',
})
const Titled = defineComponent({
  setup: () => ({ title: inject('title') }),
  template: '<b>{{ title }}</b>',
})

const TEMPLATE = `<section ref="root">
  <h1>{{ state.data.title }}</h1>
  <img v-if="kind === 'missing photo'"><img v-else :src="state.data.photo">
  <ul v-if="kind === 'wrong keys'"><li v-for="item in state.data.items" :class="item.done ? 'done' : 'open'"><Row :item="item"/></li></ul>
  <ul v-else><li v-for="item in state.data.items" :key="item.id" :class="item.done ? 'done' : 'open'">{{ item.text }}</li></ul>
  <details><summary>More</summary></details><input><p></p><div></div>
  <i><template v-if="kind === 'counter'">{{ given }}</template><template v-if="kind === 'state never reset'">{{ noted }}</template
  ><template v-if="kind === 'first page'">{{ first }}</template><Titled v-if="kind === 'context'"/></i>
</section>`

export function make(kind: string): new () => HTMLElement {
  class View extends HTMLElement {
    readonly #state = shallowReactive<{ data: Data | undefined }>({ data: undefined })
    readonly #behaviour = behaviourOf('vue', kind)
    #page: ViewPage<Data> | undefined
    get page(): ViewPage<Data> | undefined {
      return this.#page
    }
    set page(page: ViewPage<Data>) {
      this.#page = page
      const isNew = this.#state.data === undefined
      this.#state.data = page.data
      if (isNew) this.#mount(this.#state as { data: Data })
    }
    #mount(state: { data: Data }) {
      const behaviour = this.#behaviour
      const app = createApp({
        components: { Row, Titled },
        setup() {
          const root = ref<HTMLElement>()
          const given = ref(0)
          const noted = ref(false)
          provide('title', state.data.title)
          watch(
            () => state.data,
            ({ note }) => {
              given.value += 1
              if (note) noted.value = true
            },
            { immediate: true },
          )
          const show = () => behaviour.show?.(root.value as HTMLElement, state.data)
          watch(() => state.data, show, { flush: 'post' })
          onMounted(() => {
            behaviour.open?.(root.value as HTMLElement, () => state.data)
            behaviour.connect?.(root.value as HTMLElement, () => state.data)
            show()
          })
          return { root, state, kind, given, noted, first: state.data.title }
        },
        template: TEMPLATE,
      })
      app.mount(this)
    }
  }
  customElements.define(tagOf('vue', kind), View)
  return View
}
