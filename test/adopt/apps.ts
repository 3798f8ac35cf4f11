// Small apps as people have them, over libraries from npm as they are, none of which knows this
// package: an index.html, its scripts, its hash routes.

import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

type Files = Readonly<Record<string, string>>

export interface App {
  readonly prefix: '#!/' | '#!' | '#/' | '#'
  readonly states: readonly string[]
  readonly shows: Readonly<Record<string, string>>
  readonly files: Files
  /** Files of packages, by the paths that the app has them at. */
  readonly vendor?: Files
}

export const page = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Phones</title>${head}</head><body>${body}</body></html>`

export const appOf = (
  prefix: App['prefix'],
  shows: App['shows'],
  files: Files,
  vendor: Files = {},
): App => ({ prefix, states: Object.keys(shows), shows, files, vendor })

const PHONES = JSON.stringify([
  { id: 'nexus', name: 'Nexus S', text: 'Fast just got faster with Nexus S.' },
  { id: 'xoom', name: 'Motorola XOOM', text: 'The Next, Next Generation tablet.' },
])
const [NEXUS, XOOM] = ['Fast just got faster with Nexus S.', 'The Next, Next Generation tablet.']
const LIST = 'Motorola XOOM'

interface Phones {
  readonly prefix: App['prefix']
  readonly shows: App['shows']
  /** Classic scripts that the page has before its own, by their names. */
  readonly scripts?: Files
  readonly vendor?: Files
  readonly head?: string
  readonly body?: string
  readonly script: string
  readonly files?: Files
}

function phones(one: Phones): App {
  const { prefix, shows, scripts = {}, vendor, head, body = '<main></main>', script, files } = one
  const names = [...Object.keys(scripts), ...(script ? ['app.js'] : [])]
  const tags = names.map((name) => `<script src="${name}"></script>`)
  const own = { 'phones.json': PHONES, 'index.html': page(body + tags.join(''), head) }
  return appOf(prefix, shows, { ...own, 'app.js': script, ...files }, { ...scripts, ...vendor })
}

const GUIDE = `# Guide\n\nWith [a link](tabs.md), [one to a place](guide.md?id=second) and ![a picture](media/a.png).
\n## First\n\n<!-- tabs:start -->\n\n#### **English**\n\nHello!\n\n#### **German**\n\nHallo!\n\n<!-- tabs:end -->
\n## Second\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> [!TIP]\n> A tip.\n\n- [ ] open\n- [x] done
\n\`\`\`html\n<p>To copy</p>\n\`\`\`\n`

const DOCSIFY_CONFIG = `{ name: 'Docs', loadSidebar: true, subMaxLevel: 2,
  search: { placeholder: 'Search', depth: 3 }, tabs: { sync: true }, copyCode: { buttonText: 'Copy' } }`

export const APPS: Readonly<Record<string, App>> = {
  backbone: phones({
    prefix: '#',
    shows: { '': LIST, phones: LIST, 'phones/nexus': NEXUS, about: 'Phones by Backbone.' },
    scripts: {
      'jquery.js': 'jquery/dist/jquery.js',
      'underscore.js': 'underscore/underscore-umd.js',
      'backbone.js': 'backbone/backbone.js',
    },
    body: '<nav><a href="#phones">Phones</a> <a href="#about">About</a></nav><main>Loading</main>',
    script: `
      const phones = new (Backbone.Collection.extend({ url: 'phones.json' }))()
      const line = _.template('<li><a href="#phones/<%= id %>"><%= name %></a></li>')
      const show = (title, html) => { document.title = title; $('main').html('<h1>' + title + '</h1>' + html) }
      const Router = Backbone.Router.extend({
        routes: { '': 'list', phones: 'list', 'phones/:id': 'detail', about: 'about' },
        list() { phones.fetch().then(() => show('All', '<ul>' + phones.map((p) => line(p.toJSON())).join('') + '</ul>')) },
        detail(id) { phones.fetch().then(() => { const p = phones.get(id); show(p.get('name'), '<p>' + p.get('text') + '</p>') }) },
        about() { show('About', '<p>Phones by Backbone.</p>') },
      })
      $(() => { new Router(); Backbone.history.start() })`,
  }),
  jquery: phones({
    prefix: '#!/',
    shows: { '': LIST, '/phones/nexus': NEXUS, '/phones/xoom': XOOM },
    scripts: { 'jquery.js': 'jquery/dist/jquery.js' },
    head: '<base href="/">',
    script: `
      async function show() {
        const id = (location.hash.match(/^#!\\/phones\\/(.*)/) || [])[1]
        const phones = await $.getJSON('phones.json')
        const phone = phones.find((p) => p.id === id)
        const $main = $('main').empty()
        document.title = phone ? phone.name : 'List'
        if (phone) $('<h1>').text(phone.name).appendTo($main).after($('<p>').text(phone.text))
        else $('<ul>').append(phones.map((p) => $('<li>').append($('<a>', { href: '/#!/phones/' + p.id, text: p.name })))).appendTo($main)
      }
      $(window).on('hashchange', show)
      $(show)`,
  }),
  // As its tutorial teaches it: components, templates and resources in files of their own.
  angularjs: phones({
    prefix: '#!/',
    shows: { '': LIST, '/phones/nexus': NEXUS, '/nowhere': LIST },
    scripts: {
      'angular.js': 'angular/angular.js',
      'angular-resource.js': 'angular-resource/angular-resource.js',
      'angular-route.js': 'angular-route/angular-route.js',
    },
    body: '<main ng-app="phones"><div ng-view></div></main>',
    files: {
      'list.html': `<h1>Phones</h1><p>Search: <input ng-model="$ctrl.query"></p>
        <ul><li ng-repeat="p in $ctrl.phones | filter:$ctrl.query | orderBy:$ctrl.order"><a href="#!/phones/{{p.id}}">{{p.name}}</a></li></ul>`,
      'detail.html': `<img ng-src="img/{{$ctrl.phone.id}}.jpg" alt="{{$ctrl.phone.name}}" ng-click="$ctrl.open = true">
        <h1 ng-class="{ open: $ctrl.open }">{{$ctrl.phone.name}}</h1><p>{{$ctrl.phone.text}}</p>
        <p ng-if="$ctrl.phone">GPS: {{true | checkmark}}</p><a ng-href="#!/phones">All</a>`,
    },
    script: `
      const component = (file, controller) => ({ templateUrl: file + '.html', controller })
      angular.module('phones', ['ngRoute', 'ngResource']).config(['$routeProvider', ($routes) => $routes
        .when('/phones', { template: '<phone-list></phone-list>' })
        .when('/phones/:id', { template: '<phone-detail></phone-detail>' })
        .otherwise('/phones')])
      .filter('checkmark', () => (input) => input ? '\\u2713' : '\\u2718')
      .factory('Phones', ['$resource', ($resource) => $resource(':file.json', { file: 'phones' })])
      .component('phoneList', component('list', ['Phones', function (Phones) { this.phones = Phones.query(); this.order = 'id' }]))
      .component('phoneDetail', component('detail', ['Phones', '$routeParams', '$window', function (Phones, { id }, $window) {
        Phones.query((all) => { this.phone = all.find((p) => p.id === id); $window.document.title = this.phone.name })
      }]))`,
  }),
  vue: phones({
    prefix: '#/',
    shows: { '': LIST, '/phones/nexus': NEXUS, '/phones/xoom': XOOM },
    scripts: {
      'vue.js': 'vue/dist/vue.global.js',
      'vue-router.js': 'vue-router/dist/vue-router.global.js',
    },
    script: `
      const { ref, watch, createApp } = Vue
      const phones = fetch('phones.json').then((r) => r.json())
      const List = {
        template: '<h1>All</h1><ul><li v-for="p in all" :key="p.id"><router-link :to="\\'/phones/\\' + p.id">{{ p.name }}</router-link></li></ul>',
        setup() { const all = ref([]); phones.then((p) => { all.value = p }); return { all } },
      }
      const Detail = {
        template: '<h1>{{ p.name }}</h1><p>{{ p.text }}</p>', props: ['id'],
        async setup({ id }) { const p = (await phones).find((p) => p.id === id); document.title = p.name; return { p } },
      }
      const routes = [{ path: '/', component: List }, { path: '/phones/:id', component: Detail, props: true }]
      const router = VueRouter.createRouter({ history: VueRouter.createWebHashHistory(), routes })
      createApp({ template: '<nav><router-link to="/">All</router-link></nav><Suspense><router-view/></Suspense>' }).use(router).mount('main')`,
  }),
  mithril: phones({
    prefix: '#!/',
    shows: { '': LIST, '/list': LIST, '/phone/xoom': XOOM },
    scripts: { 'mithril.js': 'mithril/mithril.js' },
    script: `
      let phones = []
      const load = () => m.request('phones.json').then((all) => { phones = all })
      const link = (p) => m('li', m(m.route.Link, { href: '/phone/' + p.id }, p.name))
      const List = { oninit: load, view: () => m('div', m('h1', 'All'), m('ul', phones.map(link))) }
      const Detail = {
        oninit: load,
        view({ attrs: { id } }) { const p = phones.find((p) => p.id === id); return p ? m('div', m('h1', p.name), m('p', p.text)) : m('p', 'Loading') },
      }
      m.route(document.querySelector('main'), '/list', { '/list': List, '/phone/:id': Detail })`,
  }),
  knockout: phones({
    prefix: '#',
    shows: { '': LIST, nexus: NEXUS, xoom: XOOM },
    scripts: { 'knockout.js': 'knockout/build/output/knockout-latest.js' },
    body: `<ul data-bind="foreach: phones"><li><a data-bind="text: name, attr: { href: '#' + id }"></a></li></ul>
      <section data-bind="with: phone"><h1 data-bind="text: name"></h1><p data-bind="text: text"></p></section>`,
    script: `
      const model = { phones: ko.observableArray(), phone: ko.observable() }
      const go = () => model.phone(model.phones().find((p) => '#' + p.id === location.hash))
      const request = new XMLHttpRequest()
      request.open('GET', 'phones.json')
      request.onload = () => { model.phones(JSON.parse(request.responseText)); go() }
      request.send()
      window.onhashchange = go
      ko.applyBindings(model)`,
  }),
  modules: phones({
    prefix: '#/',
    shows: { '': 'load complete', '/phones/nexus': NEXUS, '/late': 'Late, from /src/late.js' },
    vendor: {
      'lib/preact.js': 'preact/dist/preact.mjs',
      'lib/hooks.js': 'preact/hooks/dist/hooks.mjs',
    },
    head: `<script type="importmap">{"imports":{"preact":"./lib/preact.js","preact/hooks":"./lib/hooks.js","#app/":"./src/"}}</script>
      <script type="module">import { start } from '#app/main.js'; start(document.querySelector('main'))</script>
      <script>order = ['classic ' + document.readyState + ' ' + (document.body === null)]</script>
      <script type="module" src="src/order.js"></script><script nomodule>order.push('nomodule')</script>`,
    body: '<main></main><p id="order"></p>',
    script: '',
    files: {
      'src/order.js': `order.push('module ' + document.readyState + ' ' + document.currentScript)
        addEventListener('DOMContentLoaded', () => order.push('dom ' + document.readyState))
        addEventListener('load', () => { order.push('load ' + document.readyState); document.querySelector('#order').textContent = order.join(', ') })`,
      'src/main.js': `
        import { h, render } from 'preact'
        import { useEffect, useState } from 'preact/hooks'
        import phones from '../phones.json' with { type: 'json' }
        const link = (p) => h('li', null, h('a', { href: '#/phones/' + p.id }, p.name))
        function App() {
          const [Late, setLate] = useState(null)
          const state = location.hash.slice(1)
          useEffect(() => { if (state === '/late') import('./late.js').then((m) => setLate(() => m.default)) }, [])
          const phone = phones.find((p) => state === '/phones/' + p.id)
          document.title = phone ? phone.name : 'All'
          if (Late) return h(Late)
          return phone ? h('div', null, h('h1', null, phone.name), h('p', null, phone.text)) : h('ul', null, phones.map(link))
        }
        export const start = (root) => render(h(App), root)`,
      'src/late.js': `import { h } from 'preact'
        const late = await Promise.resolve('Late')
        export default () => h('h1', null, late + ', from ' + new URL(import.meta.url).pathname)`,
    },
  }),
  docsify: appOf(
    '#/',
    {
      ...{ '': 'MIT', '/tabs': 'MIT', '/copy': 'MIT', '/CHANGELOG': '0.0.1', '/nowhere': '404' },
      ...{ '/guide': 'To copy', '/guide?id=second': 'To copy' },
    },
    {
      '_sidebar.md':
        '* [Home](/)\n* [Guide](guide)\n* [Tabs](tabs)\n* [Copy code](copy)\n* [Changes](CHANGELOG)\n',
      'guide.md': GUIDE,
      'index.html': page(
        `<div id="app">Please wait...</div><script>window.$docsify = ${DOCSIFY_CONFIG}</script>
        <script src="lib/docsify.js"></script><script src="lib/search.js"></script><script src="lib/tabs.js"></script><script src="lib/copy.js"></script>`,
        '<link rel="stylesheet" href="lib/vue.css">',
      ),
    },
    {
      'README.md': 'docsify/README.md',
      'CHANGELOG.md': 'docsify/HISTORY.md',
      'tabs.md': 'docsify-tabs/README.md',
      'copy.md': 'docsify-copy-code/README.md',
      'lib/docsify.js': 'docsify/lib/docsify.min.js',
      'lib/vue.css': 'docsify/lib/themes/vue.css',
      'lib/search.js': 'docsify/lib/plugins/search.min.js',
      'lib/tabs.js': 'docsify-tabs/dist/docsify-tabs.min.js',
      'lib/copy.js': 'docsify-copy-code/dist/docsify-copy-code.min.js',
    },
  ),
  'document.write': appOf(
    '#',
    { '': 'State none', one: 'State #one', two: 'State #two' },
    {
      'index.html': page(
        `<p>Before</p><script>document.write('<p id="w">Written by <b>' + (document.currentScript !== null) + '</b></p><script src="more.js"><\\/script><p>After more</p>'); document.write('<p>Second: ' + (document.querySelector('#w') !== null) + '</p>')</script>
        <p>After</p><div id="app"></div><script src="missing.js" onerror="1"></script><script>
          const s = document.createElement('script'); s.src = 'later.js'; s.onload = () => { document.querySelector('#app').append(' loaded') }; document.head.append(s)
        </script>`,
      ).replace('<body', '<body onload="show()"'),
      'more.js': `document.write('<p>More: ' + document.querySelectorAll('p').length + '</p>')`,
      'later.js': `function show() { document.querySelector('#app').innerHTML = '<h1>State ' + (location.hash || 'none') + '</h1><a href="#two">two</a><scr' + 'ipt>document.title = "never"</scr' + 'ipt>' }
        window.addEventListener('hashchange', show)`,
    },
  ),
}

const PACKAGES = join(import.meta.dirname, '../../node_modules')

export function writeApp(
  { files, vendor = {} }: Pick<App, 'files' | 'vendor'>,
  folder: string,
): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  for (const [path, from] of Object.entries(vendor)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(PACKAGES, from), join(folder, path), { recursive: true })
  }
}
