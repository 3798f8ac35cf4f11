/**
 * Small apps as people have them, over libraries from npm as they are, none of which knows this package: an index.html, its
 * scripts, its hash routes. Each names states, one of them the empty one, and what its URLs begin with.
 */

import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export interface App {
  readonly states: readonly string[]
  readonly prefix: '#!/' | '#!' | '#/' | '#'
  /** The app's own files, by their paths. */
  readonly files: Readonly<Record<string, string>>
  /** Files of packages, by the paths that the app has them at. */
  readonly vendor?: Readonly<Record<string, string>>
}

const PHONES = JSON.stringify([
  { id: 'nexus', name: 'Nexus S', text: 'Fast just got faster with Nexus S.' },
  { id: 'xoom', name: 'Motorola XOOM', text: 'The Next, Next Generation tablet.' },
])

const page = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Phones</title>${head}</head><body>${body}</body></html>`

export const APPS: Readonly<Record<string, App>> = {
  backbone: {
    prefix: '#',
    states: ['', 'phones', 'phones/nexus', 'about'],
    vendor: {
      'jquery.js': 'jquery/dist/jquery.js',
      'underscore.js': 'underscore/underscore-umd.js',
      'backbone.js': 'backbone/backbone.js',
    },
    files: {
      'phones.json': PHONES,
      'index.html': page(
        '<nav><a href="#phones">Phones</a> <a href="#about">About</a></nav><main id="app">Loading</main>' +
          ['jquery', 'underscore', 'backbone', 'app']
            .map((n) => `<script src="${n}.js"></script>`)
            .join(''),
      ),
      'app.js': `
        const Phones = Backbone.Collection.extend({ url: 'phones.json' })
        const phones = new Phones()
        const line = _.template('<li><a href="#phones/<%= id %>"><%= name %></a></li>')
        const show = (title, html) => { document.title = title; $('#app').html(html) }
        const Router = Backbone.Router.extend({
          routes: { '': 'list', phones: 'list', 'phones/:id': 'detail', about: 'about' },
          list() { phones.fetch().then(() => show('All phones', '<h1>All</h1><ul>' + phones.map((p) => line(p.toJSON())).join('') + '</ul>')) },
          detail(id) { phones.fetch().then(() => { const p = phones.get(id); show(p.get('name'), '<h1>' + p.get('name') + '</h1><p>' + p.get('text') + '</p>') }) },
          about() { show('About', '<h1>About</h1><p>Phones by Backbone.</p>') },
        })
        $(() => { new Router(); Backbone.history.start() })`,
    },
  },
  jquery: {
    prefix: '#!/',
    states: ['', '/phones/nexus', '/phones/xoom'],
    vendor: { 'jquery.js': 'jquery/dist/jquery.js' },
    files: {
      'data/phones.json': PHONES,
      'index.html': page(
        '<div id="app"></div>',
        '<base href="/"><script src="jquery.js"></script><script src="app.js" defer></script>',
      ),
      'app.js': `
        async function show() {
          const id = (location.hash.match(/^#!\\/phones\\/(.*)/) || [])[1]
          const phones = await $.getJSON('data/phones.json')
          const phone = phones.find((p) => p.id === id)
          const $app = $('#app').empty()
          document.title = phone ? phone.name : 'List'
          if (phone) $('<h1>').text(phone.name).appendTo($app).after($('<p>').text(phone.text))
          else $('<ul>').append(phones.map((p) => $('<li>').append($('<a>', { href: '/#!/phones/' + p.id, text: p.name })))).appendTo($app)
        }
        $(window).on('hashchange', show)
        $(show)`,
    },
  },
  angularjs: {
    prefix: '#!/',
    states: ['', '/phones', '/phones/nexus', '/nowhere'],
    vendor: {
      'angular.js': 'angular/angular.js',
      'angular-route.js': 'angular-route/angular-route.js',
    },
    files: {
      'phones.json': PHONES,
      'detail.html': '<h1>{{phone.name}}</h1><p>{{phone.text}}</p><a ng-href="#!/phones">All</a>',
      'index.html': page(
        '<div ng-view></div>',
        '<script src="angular.js"></script><script src="angular-route.js"></script><script src="app.js"></script>',
      ).replace('<html', '<html ng-app="phones"'),
      'app.js': `
        angular.module('phones', ['ngRoute']).config(['$routeProvider', ($routes) => $routes
          .when('/phones', { template: '<h1>Phones</h1><ul><li ng-repeat="p in phones"><a href="#!/phones/{{p.id}}">{{p.name}}</a></li></ul>', controller: 'list' })
          .when('/phones/:id', { templateUrl: 'detail.html', controller: 'detail' })
          .otherwise('/phones')])
        .controller('list', ['$scope', '$http', function ($scope, $http) { $http.get('phones.json').then((r) => { $scope.phones = r.data }) }])
        .controller('detail', ['$scope', '$http', '$routeParams', '$window', function ($scope, $http, params, $window) { $http.get('phones.json').then((r) => { $scope.phone = r.data.find((p) => p.id === params.id); $window.document.title = $scope.phone.name }) }])`,
    },
  },
  vue: {
    prefix: '#/',
    states: ['', '/phones/nexus', '/phones/xoom'],
    vendor: {
      'vue.js': 'vue/dist/vue.global.js',
      'vue-router.js': 'vue-router/dist/vue-router.global.js',
    },
    files: {
      'phones.json': PHONES,
      'index.html': page(
        '<div id="app"></div><script src="vue.js"></script><script src="vue-router.js"></script><script src="app.js"></script>',
      ),
      'app.js': `
        const { ref, watch, createApp } = Vue
        const phones = fetch('phones.json').then((r) => r.json())
        const List = { template: '<h1>All</h1><ul><li v-for="p in all" :key="p.id"><router-link :to="\\'/phones/\\' + p.id">{{ p.name }}</router-link></li></ul>', setup() { const all = ref([]); phones.then((p) => { all.value = p }); return { all } } }
        const Detail = { template: '<h1>{{ p.name }}</h1><p>{{ p.text }}</p>', props: ['id'], async setup({ id }) { const p = (await phones).find((p) => p.id === id); document.title = p.name; return { p } } }
        const router = VueRouter.createRouter({ history: VueRouter.createWebHashHistory(), routes: [{ path: '/', component: List }, { path: '/phones/:id', component: Detail, props: true }] })
        createApp({ template: '<nav><router-link to="/">All</router-link></nav><Suspense><router-view/></Suspense>' }).use(router).mount('#app')`,
    },
  },
  mithril: {
    prefix: '#!/',
    states: ['', '/list', '/phone/xoom'],
    vendor: { 'mithril.js': 'mithril/mithril.js' },
    files: {
      'phones.json': PHONES,
      'index.html': page(
        '<main></main><script src="mithril.js"></script><script src="app.js"></script>',
      ),
      'app.js': `
        let phones = []
        const load = () => m.request('phones.json').then((all) => { phones = all })
        const List = { oninit: load, view: () => m('div', m('h1', 'All'), m('ul', phones.map((p) => m('li', m(m.route.Link, { href: '/phone/' + p.id }, p.name))))) }
        const Detail = { oninit: load, view: (v) => { const p = phones.find((p) => p.id === v.attrs.id); return p ? m('div', m('h1', p.name), m('p', p.text)) : m('p', 'Loading') } }
        m.route(document.querySelector('main'), '/list', { '/list': List, '/phone/:id': Detail })`,
    },
  },
  knockout: {
    prefix: '#',
    states: ['', 'nexus', 'xoom'],
    vendor: { 'knockout.js': 'knockout/build/output/knockout-latest.js' },
    files: {
      'phones.json': PHONES,
      'index.html': page(
        '<ul data-bind="foreach: phones"><li><a data-bind="text: name, attr: { href: \'#\' + id }"></a></li></ul><section data-bind="with: phone"><h1 data-bind="text: name"></h1><p data-bind="text: text"></p></section><script src="knockout.js"></script><script src="app.js"></script>',
      ),
      'app.js': `
        const model = { phones: ko.observableArray(), phone: ko.observable() }
        const go = () => model.phone(model.phones().find((p) => '#' + p.id === location.hash))
        const x = new XMLHttpRequest()
        x.open('GET', 'phones.json')
        x.onload = () => { model.phones(JSON.parse(x.responseText)); go() }
        x.send()
        window.onhashchange = go
        ko.applyBindings(model)`,
    },
  },
  modules: {
    prefix: '#/',
    states: ['', '/phones/nexus', '/late'],
    vendor: {
      'lib/preact.js': 'preact/dist/preact.mjs',
      'lib/hooks.js': 'preact/hooks/dist/hooks.mjs',
    },
    files: {
      'phones.json': PHONES,
      'index.html': page(
        '<div id="app"></div><p id="order"></p>',
        `<script type="importmap">{"imports":{"preact":"./lib/preact.js","preact/hooks":"./lib/hooks.js","#app/":"./src/"}}</script>
        <script type="module">import { start } from '#app/main.js'; start(document.querySelector('#app'))</script>
        <script>order = ['classic ' + document.readyState + ' ' + (document.body === null)]</script>
        <script type="module" src="src/order.js"></script><script nomodule>order.push('nomodule')</script>`,
      ),
      'src/order.js': `order.push('module ' + document.readyState + ' ' + document.currentScript)
        addEventListener('DOMContentLoaded', () => order.push('dom ' + document.readyState))
        addEventListener('load', () => { order.push('load ' + document.readyState); document.querySelector('#order').textContent = order.join(', ') })`,
      'src/main.js': `
        import { h, render } from 'preact'
        import { useEffect, useState } from 'preact/hooks'
        import phones from '../phones.json' with { type: 'json' }
        function App() {
          const [Late, setLate] = useState(null)
          const state = location.hash.slice(1)
          useEffect(() => { if (state === '/late') import('./late.js').then((m) => setLate(() => m.default)) }, [])
          const phone = phones.find((p) => state === '/phones/' + p.id)
          document.title = phone ? phone.name : 'All'
          if (Late) return h(Late)
          return phone ? h('div', null, h('h1', null, phone.name), h('p', null, phone.text)) : h('ul', null, phones.map((p) => h('li', null, h('a', { href: '#/phones/' + p.id }, p.name))))
        }
        export const start = (root) => render(h(App), root)`,
      'src/late.js': `import { h } from 'preact'
        export default () => h('h1', null, 'Late, from ' + new URL(import.meta.url).pathname)`,
    },
  },
  pagejs: {
    prefix: '#!/',
    states: ['', '/phones/nexus', '/about'],
    vendor: { 'page.js': 'page/page.js' },
    files: {
      'phones.json': PHONES,
      'index.html': page(
        '<main></main><script src="page.js"></script><script src="app.js"></script>',
      ),
      'app.js': `
        const main = document.querySelector('main')
        const phones = (next) => fetch('phones.json').then((r) => r.json()).then(next)
        page('/', () => phones((all) => { main.innerHTML = '<h1>All</h1>' + all.map((p) => '<a href="/#!/phones/' + p.id + '">' + p.name + '</a>').join(' ') }))
        page('/phones/:id', (c) => phones((all) => { const p = all.find((p) => p.id === c.params.id); document.title = p.name; main.innerHTML = '<h1>' + p.name + '</h1><p>' + p.text + '</p>' }))
        page('*', (c) => { main.innerHTML = '<h1>' + c.path + '</h1>' })
        page({ hashbang: true })`,
    },
  },
  navigo: {
    prefix: '#/',
    states: ['', '/phones/xoom', '/phones'],
    vendor: { 'navigo.js': 'navigo/lib/navigo.js' },
    files: {
      'phones.json': PHONES,
      'index.html': page(
        '<nav><a href="#/phones">Phones</a></nav><main></main><script src="navigo.js"></script><script src="app.js"></script>',
      ),
      'app.js': `
        const main = document.querySelector('main')
        const router = new Navigo('/', { hash: true })
        const list = async () => { const all = await (await fetch('phones.json')).json(); main.innerHTML = '<h1>All</h1><ul>' + all.map((p) => '<li><a href="#/phones/' + p.id + '">' + p.name + '</a></li>').join('') + '</ul>' }
        router.on('/phones/:id', async ({ data }) => { const p = (await (await fetch('phones.json')).json()).find((p) => p.id === data.id); document.title = p.name; main.innerHTML = '<h1>' + p.name + '</h1><img src="' + p.id + '.png" alt="' + p.name + '"><p>' + p.text + '</p>' })
        router.on('/phones', list).on('/', () => { main.innerHTML = '<h1>Home</h1>' }).resolve()`,
    },
  },
  lit: {
    prefix: '#/',
    states: ['', '/phones/nexus'],
    vendor: {
      'lib/lit': 'lit',
      'lib/lit-html': 'lit-html',
      'lib/lit-element': 'lit-element',
      'lib/reactive-element': '@lit/reactive-element',
    },
    files: {
      'phones.json': PHONES,
      'index.html': page(
        '<phone-app></phone-app>',
        `<script type="importmap">{"imports":{"lit":"./lib/lit/index.js","lit-html":"./lib/lit-html/lit-html.js","lit-html/":"./lib/lit-html/","lit-element/":"./lib/lit-element/","@lit/reactive-element":"./lib/reactive-element/reactive-element.js"}}</script>
        <script type="module" src="app.js"></script>`,
      ),
      'app.js': `
        import { html, LitElement } from 'lit'
        const phones = await (await fetch('phones.json')).json()
        class App extends LitElement {
          createRenderRoot() { return this }
          render() {
            const phone = phones.find((p) => location.hash === '#/phones/' + p.id)
            document.title = phone?.name ?? 'All'
            return phone ? html\`<h1>\${phone.name}</h1><p>\${phone.text}</p>\` : html\`<ul>\${phones.map((p) => html\`<li><a href=\${'#/phones/' + p.id}>\${p.name}</a></li>\`)}</ul>\`
          }
        }
        customElements.define('phone-app', App)`,
    },
  },
  docsify: {
    prefix: '#/',
    states: ['', '/', '/HISTORY', '/nowhere'],
    vendor: {
      'README.md': 'docsify/README.md',
      'HISTORY.md': 'docsify/HISTORY.md',
      'lib/docsify.js': 'docsify/lib/docsify.min.js',
      'lib/search.js': 'docsify/lib/plugins/search.min.js',
      'lib/vue.css': 'docsify/lib/themes/vue.css',
    },
    files: {
      '_sidebar.md': '* [Home](/)\n* [History](HISTORY)\n',
      'index.html': page(
        `<div id="app">Please wait...</div><script>
          window.$docsify = { name: 'docsify', loadSidebar: true, subMaxLevel: 2, search: 'auto', notFoundPage: false }
        </script><script src="lib/docsify.js"></script><script src="lib/search.js"></script>`,
        '<link rel="stylesheet" href="lib/vue.css">',
      ),
    },
  },
  named: {
    prefix: '#',
    states: ['', 'a'],
    files: {
      'index.html': page(
        `<h1 id="heading"></h1><p id="app"></p><p id="toolbar"></p><img name="logo" alt="Logo" src="logo.png"><form name="find2"><input name="q" value="words"></form><a href="#a">A</a>
        <script>var late; function show() {
          heading.textContent = 'State ' + (location.hash || 'none')
          const is = [window.heading === heading, 'app' in window, Object.keys(window).includes('app'), typeof late, typeof nothing, window.toolbar === document.getElementById('toolbar'), logo.alt, find2.q.value, document.images.length, isSecureContext, status]
          app.textContent = is.join(' ')
          app = is.length
          document.body.append(typeof app)
        }</script><script>show(); addEventListener('hashchange', show)</script><p id="late"></p>`,
      ),
    },
  },
  written: {
    prefix: '#',
    states: ['', 'one', 'two'],
    files: {
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
  },
}

const require = createRequire(import.meta.url)

/** The file of a package, whatever it exports. */
function fileOf(path: string): string {
  const parts = path.split('/')
  const name = parts.slice(0, path.startsWith('@') ? 2 : 1).join('/')
  const rest = path.slice(name.length + 1).split('/')
  const at = (require.resolve.paths(name) ?? []).map((folder) => join(folder, name))
  for (const folder of at) {
    try {
      require.resolve(join(folder, 'package.json'))
      return join(folder, ...rest)
    } catch {}
  }
  throw new Error(`There is no ${path}`)
}

/** Writes an app into a folder. */
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
    cpSync(fileOf(from), join(folder, path), { recursive: true })
  }
}
