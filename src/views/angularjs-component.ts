// The type of an AngularJS component, for the door and its mount.

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
