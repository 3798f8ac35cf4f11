/** i18next by its manual: one instance for the app, made ready by the first view that needs it. */
import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import type { Data } from '../../data.ts'

const resources = {
  en: { translation: { hello: 'Hello, {{title}}' } },
  de: { translation: { hello: 'Hallo, {{title}}' } },
  fr: { translation: { hello: 'Bonjour, {{title}}' } },
}
function ready(lng: string) {
  if (!i18next.isInitialized)
    i18next
      .use(initReactI18next)
      .init({ lng, resources, initAsync: false, interpolation: { escapeValue: false } })
}
let handlers = 0

export default function View({ data: { kind, locale, title, note } }: { data: Data }) {
  ready(locale)
  if (kind === 'i18next, events') {
    i18next.on('truth', () => {
      handlers += 1
    })
    i18next.emit('truth')
    return <p>{handlers} handlers</p>
  }
  if (kind === 'i18next, resources added') {
    if (note) i18next.addResource(i18next.language, 'translation', 'hello', 'Rare, {{title}}')
    return <p>{i18next.t('hello', { title })}</p>
  }
  return <Hello title={title} />
}

function Hello({ title }: { title: string }) {
  const { t } = useTranslation()
  return <p>{t('hello', { title })}</p>
}
