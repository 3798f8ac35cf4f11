/** Vue 3 by its manual: single-file components, Pinia, vue-i18n. */
import { createPinia } from 'pinia'
import { type Component, createApp, h } from 'vue'
import { createI18n } from 'vue-i18n'
import { cases, type Show } from '../cases.ts'
import Async from '../parts/VueAsync.vue'
import Form from '../parts/VueForm.vue'
import List from '../parts/VueList.vue'
import Scoped from '../parts/VueScoped.vue'
import Shop from '../parts/VueShop.vue'
import Slots from '../parts/VueSlots.vue'
import Teleported from '../parts/VueTeleport.vue'
import Transitions from '../parts/VueTransition.vue'
import Translated from '../parts/VueTranslated.vue'

const show =
  (component: Component): Show =>
  (element) => {
    const app = createApp(component)
    app.use(createPinia())
    app.use(
      createI18n({
        locale: 'en',
        messages: {
          en: { hello: 'Hello, {name}', apples: 'no apples | one apple | {count} apples' },
        },
      }),
    )
    app.mount(element)
    return () => app.unmount()
  }

export default cases({
  render: show({ render: () => h('h1', { class: ['a', { b: true }] }, 'Vue') }),
  list: show(List),
  form: show(Form),
  slots: show(Slots),
  async: show(Async),
  teleport: show(Teleported),
  pinia: show(Shop),
  i18n: show(Translated),
  scoped: show(Scoped),
  transition: show(Transitions),
})
