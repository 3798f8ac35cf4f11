// A view of a component has to fit the route: the component takes the loader's data.

import type { InputSignal, Type } from '@angular/core'
import { defineRoutes, route } from 'hashbang-router'
import { angularView } from 'hashbang-router/angular'
import { preactView } from 'hashbang-router/preact'
import { reactView } from 'hashbang-router/react'
import { solidView } from 'hashbang-router/solid'
import { svelteView } from 'hashbang-router/svelte'
import { vueView } from 'hashbang-router/vue'
import type { FunctionComponent as PreactComponent, JSX as PreactJSX } from 'preact'
import type { FunctionComponent, JSX as ReactJSX } from 'react'
import type { Component as SolidComponent, JSX as SolidJSX } from 'solid-js'
import type { Component as SvelteComponent } from 'svelte'
import type { DefineComponent, GlobalComponents } from 'vue'

type Fits = { readonly data: number }
type Other = { readonly data: string }
const module = <Component>() => Promise.resolve({} as { default: Component })

declare class FitsAngular {
  readonly data: InputSignal<number>
}
declare class OtherAngular {
  readonly data: InputSignal<string>
}

const load = () => 1
defineRoutes({
  react: route('/1', { load, view: () => reactView(module<FunctionComponent<Fits>>()) }),
  preact: route('/2', { load, view: () => preactView(module<PreactComponent<Fits>>()) }),
  vue: route('/3', { load, view: () => vueView(module<DefineComponent<Fits>>()) }),
  svelte: route('/4', { load, view: () => svelteView(module<SvelteComponent<Fits>>()) }),
  solid: route('/5', { load, view: () => solidView(module<SolidComponent<Fits>>()) }),
  angular: route('/6', { load, view: () => angularView(module<Type<FitsAngular>>()) }),
})
defineRoutes({
  // @ts-expect-error the component takes text
  react: route('/1', { load, view: () => reactView(module<FunctionComponent<Other>>()) }),
  // @ts-expect-error the component takes text
  preact: route('/2', { load, view: () => preactView(module<PreactComponent<Other>>()) }),
  // @ts-expect-error the component takes text
  vue: route('/3', { load, view: () => vueView(module<DefineComponent<Other>>()) }),
  // @ts-expect-error the component takes text
  svelte: route('/4', { load, view: () => svelteView(module<SvelteComponent<Other>>()) }),
  // @ts-expect-error the component takes text
  solid: route('/5', { load, view: () => solidView(module<SolidComponent<Other>>()) }),
  // @ts-expect-error the component takes text
  angular: route('/6', { load, view: () => angularView(module<Type<OtherAngular>>()) }),
})

// A component that needs nothing of the page is a view, with props of its own or without any.
type Own = { readonly heading?: string }
// As `svelte-check` reads a component without props, with runes and without.
type NoRunes = { $$events?: Record<string, unknown>; $$slots?: Record<string, unknown> }
defineRoutes({
  react: route('/1', { load, view: () => reactView(module<FunctionComponent>()) }),
  reactOwn: route('/2', { load, view: () => reactView(module<FunctionComponent<Own>>()) }),
  preact: route('/3', { load, view: () => preactView(module<PreactComponent>()) }),
  preactOwn: route('/4', { load, view: () => preactView(module<PreactComponent<Own>>()) }),
  vue: route('/5', { load, view: () => vueView(module<DefineComponent>()) }),
  vueOwn: route('/6', { load, view: () => vueView(module<DefineComponent<Own>>()) }),
  svelte: route('/7', { load, view: () => svelteView(module<SvelteComponent<NoRunes>>()) }),
  svelteRunes: route('/8', {
    load,
    view: () => svelteView(module<SvelteComponent<Record<string, never>>>()),
  }),
  svelteOwn: route('/9', { load, view: () => svelteView(module<SvelteComponent<Own>>()) }),
  solid: route('/10', { load, view: () => solidView(module<SolidComponent>()) }),
  solidOwn: route('/11', { load, view: () => solidView(module<SolidComponent<Own>>()) }),
})

type Foreign = { readonly heading: string }
defineRoutes({
  // @ts-expect-error no page has a heading
  react: route('/1', { load, view: () => reactView(module<FunctionComponent<Foreign>>()) }),
  // @ts-expect-error no page has a heading
  svelte: route('/2', { load, view: () => svelteView(module<SvelteComponent<Foreign>>()) }),
})

// A component may have the outlet of a route's children, with the attributes of any element.
export const react: ReactJSX.IntrinsicElements['hashbang-outlet'] = { id: 'a', className: 'b' }
export const preact: PreactJSX.IntrinsicElements['hashbang-outlet'] = { id: 'a', class: 'b' }
export const solid: SolidJSX.IntrinsicElements['hashbang-outlet'] = { id: 'a', class: 'b' }
type VueOutlet = InstanceType<GlobalComponents['hashbang-outlet']>
export const vue: Partial<VueOutlet['$props']> = { id: 'a', class: 'b' }
// @ts-expect-error an id is text
export const wrong: ReactJSX.IntrinsicElements['hashbang-outlet'] = { id: 7 }
