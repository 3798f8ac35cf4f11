// Mounts an AngularJS component, in an application of its own. In: what of the page the component binds.

import angular from 'angular'
import type { MountedView, ViewPage } from '../../view.ts'
import type { AngularJSComponent } from '../angularjs.ts'

interface Scope {
  $apply(change: () => void): void
  $destroy(): void
}

const MODULE = 'hashbang-router.view'

/** Mounts a component. */
export function mount(
  { modules = [], bindings = {}, ...rest }: AngularJSComponent,
  outlet: Element,
  first: ViewPage,
): MountedView<ViewPage> {
  const element = outlet.ownerDocument.createElement('hashbang-view')
  for (const field of Object.keys(bindings)) element.setAttribute(field, `page.${field}`)
  outlet.append(element)
  // Read at once by the view's own injector, so that the next view may have the name.
  angular
    .module(MODULE, ['ng', ...modules])
    .component('hashbangView', { bindings, ...rest })
    .run(['$rootScope', (scope: Scope) => Object.assign(scope, { page: first })])
  const scope: Scope = angular.bootstrap(element, [MODULE]).get('$rootScope')
  return {
    update: (page) => scope.$apply(() => Object.assign(scope, { page })),
    unmount: () => scope.$destroy(),
  }
}
