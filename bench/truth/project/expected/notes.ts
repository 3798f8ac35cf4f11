/**
 * The expected pages of kinds that any framework can show (`notes`), and of kinds whose loader or
 * head remembers.
 */
import { type Kinds, rare, TITLE, title } from './text.ts'

const MODULE: Kinds = {
  'first wins': title,
  'last wins': 'none',
  'own counter': 'view 1',
  'counter in a closure': 'id-0',
  'init once': title,
  'rare data sets a flag': rare('special', 'plain'),
  'rare data turns off': rare('off', 'on'),
  'flag after a caught error': rare('Something went wrong', title),
  'growing list': title,
  'array reversed in place': 'banana,apple,cherry',
  'queue in a module': 'welcome',
  'global regex': 'found',
  'sticky regex': 'first',
  'generator in a module': 'number 1',
  'iterator that ends': 'one',
  'lock never given back': title,
  'single flight': title,
  'plugin added by rare data': rare('notes', 'no plugins'),
  'registered twice': title,
  'count of a function': (data) => `1 drawn, ${data.title}`,
  'undo of the page before': 'nothing to undo',
  'retries used up': title,
  'longest so far': (data) => data.note ?? data.title,
}

const CACHE: Kinds = {
  'coarse key': title,
  'coarse key in an object': title,
  'WeakMap by a shared object': title,
  'singleton of a class': title,
  'static field of a class': 'none',
  'static cache of a class': title,
  'instances counted by a class': '1 instances',
  'memo of the first argument': (data) => `${data.group} ${data.title}`,
  'default argument changed': title,
  'memo by template': (data) => `The title is ${data.title}.`,
  'number format by a coarse key': ({ price, locale, currency }) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency }).format(price),
  'date format made once': ({ day, locale }) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(day)),
  'plural rules made once': ({ locale, id }) =>
    `${new Intl.PluralRules(locale).select(id % 3)} in ${locale}`,
  'once()': title,
  'memo of the last call': title,
  'frozen settings changed within': rare('red', 'black'),
  'frozen list grows': title,
  'proxy of a registry': 'none',
  'object pool': (data) => `${data.title} ${data.note ?? 'without a note'}`,
}

const SHARED: Kinds = {
  'JSON module changed': rare('red', 'black'),
  'JSON list grows': title,
  'top-level await, counted': '1 views',
  'top-level await, first wins': title,
  'live binding': 'none',
  'state of an imported module': title,
  'late timer': 'none',
  'timer of a module': 'in time',
  'late microtask': 'none',
  'aborted by rare data': rare('aborted', 'open'),
  'abort of the page before': 'the first',
  'bus in a module': '1 subscribers, 2 heard',
  'own style sheet in a module': ({ id }) => `.page-${id} {}`,
}

const GLOBAL: Kinds = {
  'window.x ??=': title,
  'data layer on window': title,
  'Symbol.for on globalThis': title,
  'global that cannot be taken back': title,
  'window.name': 'none',
  'handler property of window': title,
  'property of document': 'none',
  'property of navigator': title,
  'listeners of window': title,
  'listeners of document': title,
  'listeners of body': title,
  'draft in localStorage': 'none',
  'visits in sessionStorage': 'visit 1',
  cookie: 'none',
  'history.state': 'none',
  'performance marks': '1 marks',
  'object URL in storage': 'none',
  'class of body': 'plain',
  'attribute of html': title,
  'node in head': title,
  'style put in once': ({ id }) => `:root { --truth: ${id} }`,
  'portal in body': title,
  'adopted style sheets': '1 sheets',
  'element defined once': title,
  'element defined without a guard': title,
}

const ONE_WRAPPER = '1 wrappers'

const BUILT_IN: Kinds = {
  'method added to String': TITLE,
  'method of Array wrapped': ONE_WRAPPER,
  'Object.prototype extended': title,
  'prototype extended for good': title,
  'Promise wrapped': ONE_WRAPPER,
  'JSON.stringify wrapped': ONE_WRAPPER,
  'Date.now set forward': ({ day }) => `${day}: 1 year, 1`,
  'Date replaced': ({ day }) => day,
  'Math.random seeded once': ({ id }) =>
    (((id * 16_807 + 11) % 2_147_483_647) / 2_147_483_647).toFixed(6),
  'Intl replaced': ({ locale }) => locale,
  'fetch wrapped': ONE_WRAPPER,
  'console wrapped': ONE_WRAPPER,
  'setTimeout wrapped': ONE_WRAPPER,
  'createElement wrapped': ONE_WRAPPER,
  'attachShadow wrapped': ONE_WRAPPER,
  'addEventListener wrapped': ONE_WRAPPER,
  'pushState wrapped': ONE_WRAPPER,
  'element prototype': title,
  'getter of a prototype replaced': title,
  'Error changed': 'as it was',
  'symbol of a built-in': title,
  'built-in frozen': title,
  'crypto wrapped': ONE_WRAPPER,
}

/** By the part that keeps something. */
export const NOTES: Readonly<Record<string, Kinds>> = {
  module: MODULE,
  cache: CACHE,
  'shared module': SHARED,
  'page or window': GLOBAL,
  'built-in': BUILT_IN,
}

export const LOADERS: Kinds = {
  'loader, first wins': title,
  'loader, promise kept': title,
  'loader, counted': 'load 1',
  'loader, coarse key': title,
  'loader, one request at a time': title,
  'loader, last wins': 'none',
  'loader, defaults changed': title,
  'loader, history': title,
  'loader, down after rare data': rare('The service is down', title),
  'loader, global': title,
  'loader, localStorage': 'none',
  'loader, performance marks': '1 marks',
  'loader, prototype extended': title,
  'loader, one object': (data) => `${data.title}, ${data.note ?? 'without a note'}`,
}

/** The expected title. */
export const HEADS: Kinds = {
  'head once': title,
  'head, counted': '(1)',
  'head, growing': title,
  'head, one object': (data) => `${data.title}, ${data.note ?? 'none'}`,
  'head, coarse key': title,
}
