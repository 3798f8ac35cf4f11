import { createI18n } from 'vue-i18n'
import type { Data } from '../data.ts'

export const i18n = createI18n({
  legacy: false,
  locale: 'en',
  messages: {
    en: { hello: 'Hello, {title}' },
    de: { hello: 'Hallo, {title}' },
    fr: { hello: 'Bonjour, {title}' },
  },
})
let isSet = false
export function setOnce(locale: Data['locale']) {
  if (!isSet) i18n.global.locale.value = locale
  isSet = true
}
