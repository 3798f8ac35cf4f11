/**
 * Two apps of the kind that most of those are that keep states in fragments: one in the shape of AngularJS's tutorial, with components,
 * templates and resources in files of their own; and documentation by docsify with plugins, whose pages are those of docsify and of the plugins.
 */
import type { App } from './apps.ts'

const PHONES = ['aurora', 'borealis', 'corona'].map((id, age) => ({
  age,
  id,
  imageUrl: `img/${id}.0.jpg`,
  name: `${id[0]?.toUpperCase()}${id.slice(1)} ${age + 1}`,
  snippet: `The ${id} shines & lasts for <b>${age + 2}</b> days.`,
}))

const detail = ({ id, name, snippet }: (typeof PHONES)[number]) => ({
  additionalFeatures: 'Light sensor',
  availability: ['Here', 'There'],
  battery: { standbyTime: '300 hours', type: 'Lithium ion (1500 mAH)' },
  connectivity: { gps: true, infrared: false },
  description: snippet,
  images: [0, 1, 2].map((n) => `img/${id}.${n}.jpg`),
  name,
})

const DETAIL = `
<div ng-repeat="img in $ctrl.phone.images" class="thumb"><img ng-src="{{img}}" alt="" ng-class="{selected: img === $ctrl.mainImageUrl}"></div>
<img ng-src="{{$ctrl.mainImageUrl}}" alt="{{$ctrl.phone.name}}" class="phone" />
<h1>{{$ctrl.phone.name}}</h1>
<p>{{$ctrl.phone.description}}</p>
<ul class="phone-thumbs"><li ng-repeat="img in $ctrl.phone.images"><img ng-src="{{img}}" ng-click="$ctrl.setImage(img)" /></li></ul>
<ul class="specs">
  <li><span>Availability</span><dl><dt>Where</dt><dd ng-repeat="one in $ctrl.phone.availability">{{one}}</dd></dl></li>
  <li><span>Battery</span><dl><dt>Type</dt><dd>{{$ctrl.phone.battery.type}}</dd><dt>Standby</dt><dd>{{$ctrl.phone.battery.standbyTime}}</dd></dl></li>
  <li><span>Connectivity</span><dl><dt>Infrared</dt><dd>{{$ctrl.phone.connectivity.infrared | checkmark}}</dd><dt>GPS</dt><dd>{{$ctrl.phone.connectivity.gps | checkmark}}</dd></dl></li>
  <li><span>More</span><dd>{{$ctrl.phone.additionalFeatures}}</dd></li>
</ul>`

const LIST = `
<p>Search: <input ng-model="$ctrl.query" /></p>
<p>Sort by: <select ng-model="$ctrl.orderProp"><option value="name">Alphabetical</option><option value="age">Newest</option></select></p>
<ul class="phones">
  <li ng-repeat="phone in $ctrl.phones | filter:$ctrl.query | orderBy:$ctrl.orderProp" class="thumbnail">
    <a href="#!/phones/{{phone.id}}" class="thumb"><img ng-src="{{phone.imageUrl}}" alt="{{phone.name}}" /></a>
    <a href="#!/phones/{{phone.id}}">{{phone.name}}</a>
    <p>{{phone.snippet}}</p>
  </li>
</ul>`

const SCRIPTS = [
  ...['lib/angular', 'lib/angular-resource', 'lib/angular-route'],
  ...[
    'app.module',
    'app.config',
    'core/core.module',
    'core/checkmark.filter',
    'core/phone.service',
  ],
  ...['phone-list/phone-list.component', 'phone-detail/phone-detail.component'],
]

export const CORPUS: Readonly<Record<string, App>> = {
  "the shape of AngularJS's tutorial": {
    prefix: '#!/',
    states: ['', '/phones', '/phones/aurora', '/phones/corona', '/nowhere'],
    vendor: {
      'lib/angular.js': 'angular/angular.js',
      'lib/angular-resource.js': 'angular-resource/angular-resource.js',
      'lib/angular-route.js': 'angular-route/angular-route.js',
    },
    files: {
      'phones/phones.json': JSON.stringify(PHONES),
      ...Object.fromEntries(
        PHONES.map((phone) => [`phones/${phone.id}.json`, JSON.stringify(detail(phone))]),
      ),
      'phone-list/phone-list.template.html': LIST,
      'phone-detail/phone-detail.template.html': DETAIL,
      'index.html': `<!doctype html><html lang="en" ng-app="phonesApp"><head><meta charset="utf-8"><title>Phones</title>${SCRIPTS.map((name) => `<script src="${name}.js"></script>`).join('')}</head><body><div class="view-container"><div ng-view class="view-frame"></div></div></body></html>`,
      'app.module.js': `angular.module('phonesApp', ['ngRoute', 'core', 'phoneList', 'phoneDetail'])`,
      'app.config.js': `angular.module('phonesApp').config(['$routeProvider', function config($routeProvider) {
        $routeProvider.when('/phones', { template: '<phone-list></phone-list>' }).when('/phones/:phoneId', { template: '<phone-detail></phone-detail>' }).otherwise('/phones')
      }])`,
      'core/core.module.js': `angular.module('core.phone', ['ngResource']); angular.module('core', ['core.phone'])`,
      'core/checkmark.filter.js': `angular.module('core').filter('checkmark', function () { return function (input) { return input ? '\\u2713' : '\\u2718' } })`,
      'core/phone.service.js': `angular.module('core.phone').factory('Phone', ['$resource', function ($resource) {
        return $resource('phones/:phoneId.json', {}, { query: { method: 'GET', params: { phoneId: 'phones' }, isArray: true } })
      }])`,
      'phone-list/phone-list.component.js': `angular.module('phoneList', ['core.phone']).component('phoneList', {
        templateUrl: 'phone-list/phone-list.template.html',
        controller: ['Phone', function PhoneListController(Phone) { this.phones = Phone.query(); this.orderProp = 'age' }],
      })`,
      'phone-detail/phone-detail.component.js': `angular.module('phoneDetail', ['ngRoute', 'core.phone']).component('phoneDetail', {
        templateUrl: 'phone-detail/phone-detail.template.html',
        controller: ['$routeParams', 'Phone', function PhoneDetailController($routeParams, Phone) {
          var self = this
          self.phone = Phone.get({ phoneId: $routeParams.phoneId }, function (phone) { self.setImage(phone.images[0]) })
          self.setImage = function setImage(imageUrl) { self.mainImageUrl = imageUrl }
        }],
      })`,
    },
  },
  'documentation by docsify with plugins': {
    prefix: '#/',
    states: ['', '/tabs', '/copy', '/CHANGELOG', '/guide', '/guide?id=second', '/nowhere'],
    vendor: {
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
    files: {
      '_sidebar.md':
        '* [Home](/)\n* [Guide](guide)\n* [Tabs](tabs)\n* [Copy code](copy)\n* [Changes](CHANGELOG)\n',
      'guide.md': `# Guide\n\nText with [a link](tabs.md), [one to a place](guide.md?id=second) and ![a picture](media/a.png).\n\n## First\n\n<!-- tabs:start -->\n\n#### **English**\n\nHello, \`world\`!\n\n\`\`\`js\nconst a = 1\n\`\`\`\n\n#### **German**\n\nHallo!\n\n<!-- tabs:end -->\n\n## Second\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> [!TIP]\n> A tip.\n\n?> A hint.\n\n- [ ] open\n- [x] done\n\n\`\`\`html\n<p>Code to copy</p>\n\`\`\`\n`,
      'index.html': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Docs</title><link rel="stylesheet" href="lib/vue.css"></head><body><div id="app">Please wait...</div><script>
        window.$docsify = { name: 'Docs', loadSidebar: true, subMaxLevel: 2, search: { placeholder: 'Search', depth: 3 }, tabs: { sync: true, theme: 'classic' }, copyCode: { buttonText: 'Copy' } }
      </script><script src="lib/docsify.js"></script><script src="lib/search.js"></script><script src="lib/tabs.js"></script><script src="lib/copy.js"></script></body></html>`,
    },
  },
}
