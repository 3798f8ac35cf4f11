// The types of AngularJS that views use: AngularJS ships none.

declare module 'angular' {
  interface Module {
    component(name: string, component: object): Module
    run(block: readonly unknown[]): Module
  }
  const angular: {
    module(name: string, requires: readonly string[]): Module
    element(node: Element): { injector(): object | undefined }
    bootstrap(element: Element, modules: readonly string[]): { get(name: string): never }
  }
  export default angular
}
