// The type of an AngularJS component, for the door and for its mount.

/** What `angular.module(…).component` takes, and the modules that it needs. */
export interface AngularJSComponent {
  /** Names of modules of directives, filters and services that the component uses. */
  readonly modules?: readonly string[]
  /** Which fields of the page it is given, such as `{ data: '<' }`. */
  readonly bindings?: Readonly<Record<string, string>>
  readonly template?: unknown
  readonly controller?: unknown
  readonly controllerAs?: string
  readonly transclude?: unknown
}
