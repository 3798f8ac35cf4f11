/**
 * The state that AngularJS apps keep: services over objects of a module, values, run blocks,
 * modules that are made once.
 */
import angular from 'angular'
import type { Data } from '../../data.ts'

interface Cache {
  get(key: string): string | undefined
  put(key: string, value: string): string
}

const state = { first: undefined as string | undefined, titles: [] as string[] }
let runs = 0
let services = 0

angular
  .module('truth', [])
  .service('titles', function (this: { number: number }) {
    this.number = ++services
  })
  .factory('shared', () => state)
  .constant('config', { theme: 'black' })
  .value('settings', { title: undefined })
  .run(() => {
    runs += 1
  })

/** As code does that must not make a module twice. */
function firstModule(title: string) {
  try {
    return angular.module('truth-first')
  } catch {
    return angular.module('truth-first', []).value('first', title)
  }
}

class View {
  static $inject = ['titles', 'shared', 'config', 'settings', '$cacheFactory', '$rootScope']
  declare data: Data
  text = ''
  constructor(
    private titles: { number: number },
    private shared: typeof state,
    private config: { theme: string },
    private settings: { title: string | undefined },
    private caches: ((name: string) => Cache) & { get(name: string): Cache | undefined },
    private root: { title?: string },
  ) {}

  $onInit() {
    this.text = this.kinds[this.data.kind]?.(this.data) ?? 'unknown'
  }

  kinds: Readonly<Record<string, (data: Data) => string>> = {
    'service counted': () => `service ${this.titles.number}, ${runs} runs`,
    'factory over a module': ({ title }) => (this.shared.first ??= title),
    'constant changed': ({ note }) => {
      if (note) this.config.theme = 'red'
      return this.config.theme
    },
    'value changed': ({ title }) => (this.settings.title ??= title),
    'cache of $cacheFactory': ({ title }) => {
      const cache = this.caches.get('truth') ?? this.caches('truth')
      return cache.get('title') ?? cache.put('title', title)
    },
    '$rootScope, first wins': ({ title }) => (this.root.title ??= title),
    'module made once': ({ title }) => {
      firstModule(title)
      return angular.injector(['ng', 'truth-first']).get<string>('first')
    },
    'angular extended': ({ title }) => {
      const own = angular as unknown as { truthTitle?: string }
      own.truthTitle ??= title
      return own.truthTitle
    },
  }
}

export default {
  modules: ['truth'],
  bindings: { data: '<' },
  template: '<p>{{ $ctrl.text }}</p>',
  controller: View,
}
