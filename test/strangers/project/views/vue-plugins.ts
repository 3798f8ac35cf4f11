/** Plugins of Vue by their manuals: Pinia, vue-i18n. */
import { createPinia } from 'pinia'
import { type Component, createApp, type Plugin } from 'vue'
import { createI18n } from 'vue-i18n'
import { cases, type Show } from '../cases.ts'
import Shop from '../parts/VueShop.vue'
import Translated from '../parts/VueTranslated.vue'

const show =
  (component: Component, plugin: Plugin): Show =>
  (element) => {
    const app = createApp(component)
    app.use(plugin)
    app.mount(element)
    return () => app.unmount()
  }
const apples = 'no apples | one apple | {count} apples'
const messages = { en: { hello: 'Hello, {name}', apples } }

export default cases({
  pinia: show(Shop, createPinia()),
  i18n: show(Translated, createI18n({ locale: 'en', messages })),
})
