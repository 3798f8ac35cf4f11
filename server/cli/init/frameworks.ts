// Packages, view function and example view of each framework, for `hashbang init`.

export interface FrameworkParts {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly plugin?: readonly [statement: string, call: string]
  /** The function that makes a view from a component; absent where a module is the view. */
  readonly view?: string
  readonly extension: string
  /** Options of the compiler beyond those of all apps. */
  readonly compilerOptions?: Readonly<Record<string, string>>
  /** The package and command that check types, where `tsc` cannot read the components. */
  readonly checker?: readonly [name: string, range: string, command: string]
  /** The example view, in TypeScript. `plainComponent` has it in JavaScript. */
  readonly component: string
}

const FUNCTION = (
  attribute: string,
  props: string,
  access: string,
) => `export default function Hello(${props}: { data: { name: string } }) {
  return (
    <main ${attribute}="hello">
      <h1>Hello, {${access}.name}</h1>
      <a href="#!">Home</a>
    </main>
  )
}
`

const TEMPLATE = `import { html, htmlView } from 'hashbang-router'

export default htmlView<{ name: string }>(
  ({ data }) => html\`<h1>Hello, \${data.name}</h1><a href="#!">Home</a>\`,
)
`

const VUE = `<script setup lang="ts">
defineProps<{ data: { name: string } }>()
</script>

<template>
  <main class="hello">
    <h1>Hello, {{ data.name }}</h1>
    <a href="#!">Home</a>
  </main>
</template>
`

const SVELTE = `<script lang="ts">
  let { data }: { data: { name: string } } = $props()
</script>

<main class="hello">
  <h1>Hello, {data.name}</h1>
  <a href="#!">Home</a>
</main>
`

const LIT = `import type { ViewPage } from 'hashbang-router'
import { html, LitElement } from 'lit'

/** The outlet creates the element and sets \`page\`. For the next state it sets \`page\` again. */
export default class HelloView extends LitElement {
  static override properties = { page: { attribute: false } }

  declare page: ViewPage<{ name: string }>

  override render() {
    return html\`<h1>Hello, \${this.page.data.name}</h1><a href="#!">Home</a>\`
  }
}

customElements.define('hello-view', HelloView)
`

/** The types of the example views, and their replacements in JavaScript. */
const TYPES: readonly (readonly [typed: string, plain: string])[] = [
  [`import type { ViewPage } from 'hashbang-router'\n`, ''],
  ['defineProps<{ data: { name: string } }>()', 'defineProps({ data: Object })'],
  ['<{ name: string }>', ''],
  [': { data: { name: string } }', ''],
  [' lang="ts"', ''],
  ['override ', ''],
  ['  declare page: ViewPage\n\n', ''],
]

/** An example view in JavaScript. */
export const plainComponent = (component: string): string =>
  TYPES.reduce((text, [typed, plain]) => text.replaceAll(typed, plain), component)

/** By the name that `--framework` takes. */
export const FRAMEWORKS = {
  none: { dependencies: {}, devDependencies: {}, extension: 'ts', component: TEMPLATE },
  react: {
    dependencies: { react: '^19.3.1', 'react-dom': '^19.3.1' },
    devDependencies: {
      '@types/react': '^19.3.0',
      '@types/react-dom': '^19.3.0',
      '@vitejs/plugin-react': '^6.3.0',
    },
    plugin: [`import react from '@vitejs/plugin-react'`, 'react()'],
    view: 'reactView',
    extension: 'tsx',
    compilerOptions: { jsx: 'react-jsx' },
    component: FUNCTION('className', '{ data }', 'data'),
  },
  vue: {
    dependencies: { vue: '^3.5.45' },
    devDependencies: { '@vitejs/plugin-vue': '^6.0.11' },
    plugin: [`import vue from '@vitejs/plugin-vue'`, 'vue()'],
    view: 'vueView',
    extension: 'vue',
    checker: ['vue-tsc', '^3.1.0', 'vue-tsc'],
    component: VUE,
  },
  svelte: {
    dependencies: { svelte: '^5.57.3' },
    devDependencies: { '@sveltejs/vite-plugin-svelte': '^7.3.1' },
    plugin: [`import { svelte } from '@sveltejs/vite-plugin-svelte'`, 'svelte()'],
    view: 'svelteView',
    extension: 'svelte',
    checker: ['svelte-check', '^4.3.0', 'svelte-check'],
    component: SVELTE,
  },
  solid: {
    dependencies: { 'solid-js': '^1.9.19' },
    devDependencies: { 'vite-plugin-solid': '^2.11.14' },
    plugin: [`import solid from 'vite-plugin-solid'`, 'solid()'],
    view: 'solidView',
    extension: 'tsx',
    compilerOptions: { jsx: 'preserve', jsxImportSource: 'solid-js' },
    component: FUNCTION('class', 'props', 'props.data'),
  },
  preact: {
    dependencies: { preact: '^11.2.0' },
    devDependencies: { '@preact/preset-vite': '^2.10.6' },
    plugin: [`import preact from '@preact/preset-vite'`, 'preact()'],
    view: 'preactView',
    extension: 'tsx',
    compilerOptions: { jsx: 'react-jsx', jsxImportSource: 'preact' },
    component: FUNCTION('class', '{ data }', 'data'),
  },
  lit: {
    dependencies: { lit: '^3.3.3' },
    devDependencies: {},
    extension: 'ts',
    component: LIT,
  },
} as const satisfies Readonly<Record<string, FrameworkParts>>

export type Framework = keyof typeof FRAMEWORKS

/** By the first package of each. React comes last: other frameworks' projects may include it. */
export const frameworkOf = (packages: Readonly<Record<string, string>>): Framework | undefined =>
  (Object.keys(FRAMEWORKS) as Framework[]).findLast((name) => {
    const [first] = Object.keys(FRAMEWORKS[name].dependencies)
    return first !== undefined && first in packages
  })
