/** petite-vue by its manual. */
import { createApp, nextTick, reactive } from 'petite-vue'
import { cases } from '../cases.ts'

const show = (html: string, scope: object) => (element: HTMLElement) => {
  element.innerHTML = html
  const app = createApp(scope).mount(element)
  return () => app.unmount()
}

export default cases({
  text: show('<p>{{ count }} and {{ double }}</p>', {
    count: 2,
    get double() {
      return this.count * 2
    },
  }),
  for: show('<ul><li v-for="(one, i) in all" :data-i="i">{{ one }}</li></ul>', { all: ['a', 'b'] }),
  if: show('<p v-if="yes">yes</p><p v-else>no</p><p v-show="!yes">hidden</p>', { yes: true }),
  model: show(
    '<input v-model="text"><input type="checkbox" v-model="on"><select v-model="text"><option>a</option><option>b</option></select><b>{{ text }}</b>',
    { text: 'b', on: true },
  ),
  mounted: show('<p @vue:mounted="load">{{ names }}</p>', {
    names: 'Loading…',
    async load() {
      const all = await (await fetch('/data/people.json')).json()
      this.names = all.map(({ name }: { name: string }) => name).join()
    },
  }),
  reactive(element) {
    const store = reactive({ n: 1 })
    element.innerHTML = '<p>{{ store.n }}</p>'
    createApp({ store }).mount(element)
    nextTick(() => {
      store.n = 2
    })
  },
})
