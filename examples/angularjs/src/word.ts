import angular from 'angular'

angular.module('words', []).filter('loud', () => (text: string) => text.toUpperCase())

/**
 * The arguments of `angular.module('words').component('word', …)`, and the modules that it needs.
 */
export default {
  modules: ['words'],
  bindings: { data: '<' },
  template: `
    <h1 title="{{ $ctrl.data.lemma | loud }}">{{ $ctrl.data.lemma }}</h1>
    <p ng-if="$ctrl.data.gloss">{{ $ctrl.data.gloss }}</p>
    <a ng-href="#!">All words</a>
  `,
}
