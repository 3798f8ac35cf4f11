// Mounts an AngularJS component in its own application, with the page's parts that it binds.

import angular from 'angular'
import type { MountedView, ViewPage } from '../../view.ts'

/** The definition of a component, and the modules that it needs. */
export interface AngularJSComponent {
  /** Names of modules that it uses. */
  readonly modules?: readonly string[]
  /** Fields of the page, such as `{ data: '<' }`. */
  readonly bindings?: Readonly<Record<string, string>>
  readonly template?: unknown
  readonly controller?: unknown
  readonly controllerAs?: string
  readonly transclude?: unknown
}

interface Scope {
  $apply(change: () => void): void
  $destroy(): void
}

const MODULE = 'hashbang-router.view'

export function mount(
  { modules = [], bindings = {}, ...rest }: AngularJSComponent,
  outlet: Element,
  first: ViewPage,
): MountedView<ViewPage> {
  const element = outlet.ownerDocument.createElement('hashbang-view')
  for (const field of Object.keys(bindings)) element.setAttribute(field, `page.${field}`)
  // AngularJS refuses to start an application inside of another, such as that of a layout.
  const isNested = angular.element(outlet).injector() !== undefined
  if (!isNested) outlet.append(element)
  // The view's own injector reads it at once, so that the next view may reuse the name.
  angular
    .module(MODULE, ['ng', ...modules])
    .component('hashbangView', { bindings, ...rest })
    .run(['$rootScope', (scope: Scope) => Object.assign(scope, { page: first })])
  const scope: Scope = angular.bootstrap(element, [MODULE]).get('$rootScope')
  if (isNested) outlet.append(element)
  return {
    update: (page) => scope.$apply(() => Object.assign(scope, { page })),
    unmount: () => scope.$destroy(),
  }
}
