// Types that the compiler cannot find: the components of Vue.

declare module '*.vue' {
  const component: import('vue').DefineComponent<{
    data: import('../../snapshot/data.ts').PageData
  }>
  export default component
}
