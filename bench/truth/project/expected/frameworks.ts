/** The expected pages of kinds that belong to one framework, by the module of their view. */
import { type Kinds, rare, TITLE, title } from './text.ts'

const HTML: Kinds = {
  'html memo ??=': title,
  'html header made once': (data) => `${data.note ? 'Rare' : 'Usual'} ${data.title}`,
  'html list grows': title,
  'html parts by a coarse key': title,
  'html function made once': (data) => `${data.title} in ${data.group}`,
}

const DOM: Kinds = {
  'node kept': (data) => `kept: ${data.title}`,
  'template filled once': (data) => `cloned: ${data.title}`,
  'fragment used up': (data) => `${data.title} welcome`,
  'element defined at the top': 'the element 1',
  'listener at the top': 'seen 1',
  'range kept': (data) => `${data.title} ${data.title}`,
  'observer kept': (data) => `observed ${data.title} ${data.title}`,
  'dialog kept': (data) => `dialog ${data.title}`,
  'nodes by a coarse key': (data) => `node: ${data.title}`,
  'focus kept': 'body',
  'dynamic import': (data) => `${data.title}, import 1`,
  'random numbers shown': title,
  'time shown': title,
}

const REACT: Kinds = {
  'context default changed': title,
  useId: 'an id',
  'own useId': 'own-0',
  'error boundary that trips': rare('Something went wrong', title),
  'static field of a component': 'render 1',
  'promise for use()': title,
  'resource by a coarse key': title,
  'lazy made once': title,
  'element kept': title,
  'external store': title,
  'ref of a module': 'none',
  'prototype of Component': title,
  'prototype of fibers': title,
  'portal host kept': title,
  'React.createElement wrapped': (data) => `${data.title}: 1 wrappers`,
}

const PREACT: Kinds = {
  'global signal, first wins': title,
  'global signal, counted': '2 doubled',
  'effect of a module': 'nothing heard',
  'preact context changed': title,
  'preact useId': 'P0-0',
  'vnode kept': title,
  'options of preact wrapped': '1 wrappers',
  'prototype of preact': title,
  'effect that writes a signal': 'none',
}

const VUE: Kinds = {
  'reactive, first wins': title,
  'reactive, counted': '1 views',
  'ref of a module grows': title,
  'watcher of a module': title,
  'shared composable': title,
  'inject, fallback changed': title,
  'vue useId': 'v-0',
  'mounted writes a ref': 'none',
  'vue vnode kept': title,
  'prototype of refs': title,
}

const VUE_BLOCKS: Kinds = {
  'script block, counted': 'view 1',
  'script block, growing': title,
}

const SVELTE: Kinds = {
  'script module, first wins': title,
  'script module, counted': 'view 1',
  'script module, growing': title,
  '$state of a module': (data) => `${data.title}, 1`,
  'writable store, first wins': title,
  'derived store': title,
  'SvelteMap of a module': (data) => `${data.title}, 1 of 1`,
  'prototype of SvelteMap': title,
  '$props.id()': 'ids c1',
  'mounted writes a store': 'none',
}

const SOLID: Kinds = {
  'solid signal, first wins': title,
  'solid store grows': title,
  'solid root of a module': '2 doubled',
  'solid context changed': title,
  'solid element kept': title,
  'solid resource kept': title,
  'solid unique id': 'cl-0',
  'solid boundary that trips': rare('Something went wrong', title),
  'solid effect writes a signal': 'none',
  'solid delegated events': (data) => `${data.title}: 1 clicks`,
}

const LIT: Kinds = {
  'lit first ??=': title,
  'lit template kept': title,
  'lit container kept': title,
  'lit static field': title,
  'lit context, shared object': title,
  'lit directive counts': (data) => `${data.title}, 1`,
  'lit styles changed': (data) => `${data.title} ${data.note ? 'red' : 'black'}`,
  'lit instances kept': '1 instances',
  'initializer of LitElement': title,
  'static of LitElement': title,
  'prototype of LitElement': '1 deep',
}

const ANGULAR: Kinds = {
  'service of the root': title,
  'static field of a service': title,
  'service of the platform': (data) => `${data.title}, 1`,
  'angular signal of a module': TITLE,
  'token of a shared object': title,
  'prototype of InjectionToken': title,
  'subject of a module': 'none',
  'destroyed views counted': 'view 1, 0 destroyed',
}

const ANGULARJS: Kinds = {
  'service counted': 'service 1, 1 runs',
  'factory over a module': title,
  'constant changed': rare('red', 'black'),
  'value changed': title,
  'cache of $cacheFactory': title,
  '$rootScope, first wins': title,
  'module made once': title,
  'angular extended': title,
}

export const FRAMEWORK_KINDS: Readonly<Record<string, Kinds>> = {
  'html/own': HTML,
  'dom/own': DOM,
  'dom/object-urls': { 'object URL shown': title },
  'react/own': REACT,
  'preact/own': PREACT,
  'vue/own': VUE,
  'vue/script-blocks': VUE_BLOCKS,
  'svelte/own': SVELTE,
  'solid/own': SOLID,
  'lit/own': LIT,
  'angular/own': ANGULAR,
  'angularjs/own': ANGULARJS,
}
