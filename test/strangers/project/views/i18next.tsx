/** i18next, and React's bindings. */
import i18next, { createInstance } from 'i18next'
import { Suspense } from 'react'
import { I18nextProvider, initReactI18next, Trans, useTranslation } from 'react-i18next'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

const resources = {
  en: {
    translation: {
      greeting: 'Hello, {{name}}',
      items_one: '{{count}} item',
      items_other: '{{count}} items',
      rich: 'Press <1>here</1>.',
      price: '{{value, currency(currency: EUR)}}',
      day: '{{when, datetime(dateStyle: long)}}',
    },
  },
}
/** As a backend plugin loads them. */
const backend = {
  type: 'backend' as const,
  init() {},
  read(lng: string, _: string, done: (error: unknown, data: unknown) => void) {
    fetch(`/data/${lng}.json`)
      .then((answer) => answer.json())
      .then((data) => done(null, data), done)
  },
}
const instance = (lng = 'en') => {
  const i18n = createInstance({ lng, resources, interpolation: { escapeValue: false } })
  i18n.use(initReactI18next).init()
  return i18n
}
function Greeting() {
  const { t, i18n } = useTranslation()
  return (
    <>
      <p lang={i18n.language}>{t('greeting', { name: 'Ada' })}</p>
      <p>
        {t('items', { count: 1 })}, {t('items', { count: 3 })}
      </p>
    </>
  )
}
function Loaded() {
  const { t } = useTranslation()
  return <p>{t('greeting', { name: 'Ada' })}</p>
}
const loaded = () => {
  const i18n = createInstance({ lng: 'de', interpolation: { escapeValue: false } })
  i18n.use(backend).use(initReactI18next).init()
  return i18n
}

export default cases({
  plain(element) {
    i18next.init({ lng: 'en', resources }).then(() => {
      element.textContent = i18next.t('greeting', { name: 'Grace' })
    })
  },
  react: show(() => (
    <I18nextProvider i18n={instance()}>
      <Greeting />
    </I18nextProvider>
  )),
  trans: show(() => (
    <I18nextProvider i18n={instance()}>
      <Trans i18nKey="rich">
        Press <a href="#!/x">there</a>.
      </Trans>
    </I18nextProvider>
  )),
  formats(element) {
    const i18n = instance()
    element.innerHTML = `<p>${i18n.t('price', { value: 1234.5 })}</p><p>${i18n.t('day', { when: new Date(2024, 1, 29, 12) })}</p>`
  },
  backend: show(() => (
    <I18nextProvider i18n={loaded()}>
      <Suspense fallback="…">
        <Loaded />
      </Suspense>
    </I18nextProvider>
  )),
})
