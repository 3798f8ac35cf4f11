/** The expected pages of kinds that belong to a library, by the module of their view. */
import type { Data } from '../data.ts'
import { type Kinds, rare, TITLE, title } from './text.ts'

const HELLO = { en: 'Hello', de: 'Hallo', fr: 'Bonjour' } as const
const hello = ({ locale, title }: Data) => `${HELLO[locale]}, ${title}`
const month = ({ day, locale }: Data, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(day))
const monthAndDay = (data: Data) => `${month(data, { month: 'long' })} ${Number(data.day.slice(8))}`

const REACT: Readonly<Record<string, Kinds>> = {
  'react/i18next': {
    'i18next, init once': hello,
    'i18next, events': '1 handlers',
    'i18next, resources added': (data) => (data.note ? `Rare, ${data.title}` : hello(data)),
  },
  'react/jotai': {
    'jotai, first wins': title,
    'jotai, default store': title,
    'jotai, family by a coarse key': title,
  },
  'react/swr': {
    'swr, coarse key': title,
    'swr, key without the id': title,
    'swr, rare data mutates': rare((data) => data.note ?? '', 'nothing rare'),
  },
  'react/react-query': {
    'react-query, coarse key': title,
    'react-query, key without the id': title,
    'react-query, mutations': '1 mutations',
  },
  'react/apollo': { 'apollo client in a module': title },
  'react/stores': {
    'zustand, first wins': title,
    'zustand, persisted': title,
    'valtio proxy': (data) => `${data.title}, 1`,
    'redux toolkit store': title,
  },
  'react/emotion': { 'emotion cache': '2 rules', 'emotion, global styles': title },
  'react/styled-components': {
    'styled-components': title,
    'styled-components, global styles': title,
    'styled-components, made in a view': title,
  },
}

const VUE: Readonly<Record<string, Kinds>> = {
  'vue/pinia': {
    'pinia in a module': (data) => `${data.title}, 1`,
    'pinia on globalThis': (data) => `${data.title}, 1`,
  },
  'vue/i18n': {
    'vue-i18n, locale set once': hello,
    'vue-i18n, rare locale': (data) => `${data.note ? HELLO.fr : HELLO.en}, ${data.title}`,
  },
  'vue/vueuse': {
    'vueuse, global state': title,
    'vueuse, shared composable': (data) => `${data.title}, 1`,
    'vueuse, local storage': 'none',
  },
}

const STATE: Kinds = {
  'mobx, first wins': title,
  'mobx, autorun of a module': title,
  'nanostores atom': TITLE,
  'nanostores map': title,
  'rxjs BehaviorSubject': 'none',
  'rxjs ReplaySubject': title,
  'rxjs scan and shareReplay': '1 clicks',
  'mitt, leftover listeners': title,
  'eventemitter3, leftover listeners': title,
  'xstate actor': (data) => `empty: ${data.title}`,
  'immer drafts': (data) => `${data.title}, ${data.note ?? 'without a note'}`,
  'immer autofreeze turned off': 'frozen',
  'tanstack store': title,
  'valtio subscription': '1, told 1',
  'zustand vanilla': title,
}

const FORMATS: Kinds = {
  'dayjs locale set once': monthAndDay,
  'dayjs extended': title,
  'moment locale set once': monthAndDay,
  'moment locale updated by rare data': ({ note, day }) =>
    note
      ? `rare ${day.slice(0, 4)}`
      : new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day)),
  'luxon default locale': monthAndDay,
  'date-fns default options': rare('day 1', 'day 0'),
  'numeral locale set once': ({ price, locale }) => {
    const text = new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).format(price)
    const [thousands, decimal] = { en: [',', '.'], de: [' ', ','], fr: [' ', ','] }[locale]
    return text.replace(/[.,]/g, (sign) => (sign === '.' ? decimal : thousands) as string)
  },
  'decimal precision': rare('0.333', '0.33333333333333333333'),
  'bignumber configured': rare('0.33', '0.33333333333333333333'),
  'lodash memoize': title,
  'lodash once': title,
  'lodash uniqueId': 'id-1',
  'lodash template settings': (data) => `{{ title }} ${data.title}`,
  'underscore mixin': title,
  'intl-messageformat by a coarse key': ({ price, locale }) =>
    new Intl.NumberFormat(locale).format(price),
  'seedrandom, global': 'its own seed',
}

const WRITERS: Kinds = {
  'marked.use() accumulates': (data) => `<p><b>${data.title}</b></p>!`,
  'marked options by rare data': rare('breaks', 'no breaks'),
  'handlebars helper registered once': title,
  'handlebars partial by rare data': rare((data) => `${data.title} with a footer`, title),
  'mustache tags and cache': title,
  'mustache writer kept': title,
  'ejs cache': (data) => `${data.title} 1`,
  'liquid filter registered once': title,
  'highlight.js language registered once': (data) =>
    `<span class="hljs-title">${data.title}</span>`,
  'highlight.js plugins': '1 call of 1',
  'prism hooks': (data) => `${data.title}!`,
  'katex macros': 'none, 2 macros',
  'dompurify hooks': (data) => `<b title="!">${data.title}</b>`,
  'markdown-it rules': (data) => `${data.title}!`,
  'markdown-it options by rare data': rare('breaks', 'no breaks'),
  'showdown extension registered once': title,
}

const PLATFORM: Kinds = {
  'axios interceptors accumulate': title,
  'axios default headers': title,
  'ky extended': title,
  'chart.js defaults': (data) => `${data.title} in ${data.note ? 'red' : '#666'}`,
  'chart.js plugin registered once': title,
  'd3 ordinal scale': '#1f77b4',
  'd3 domain of a module': ({ note, id }) => (note ? (0.5 / id).toFixed(3) : '0.500'),
  'd3 dispatch': 'free',
  'd3 locale set for all': ({ note, price }) =>
    new Intl.NumberFormat(note ? 'de' : 'en', { minimumFractionDigits: 2 }).format(price),
  'jquery ajaxSetup': title,
  'jquery plugin and data': title,
  'jquery handlers of document': title,
  'backbone events': title,
  'knockout observable': 'none, told 1',
  'knockout binding made once': (data) => `bound: ${data.title}`,
  'alpine store': title,
  'goober styles': '1 sheets',
  'loglevel plugin': (data) => `${data.title}, 1`,
  'ajv schema added': title,
  'yup locale': 'this is a required field',
  'zod configured': 'Invalid input: expected string, received number',
}

export const LIBRARY_KINDS: Readonly<Record<string, Kinds>> = {
  ...REACT,
  ...VUE,
  'dom/state-libraries': STATE,
  'dom/formats': FORMATS,
  'dom/writers': WRITERS,
  'dom/platform-libraries': PLATFORM,
}
