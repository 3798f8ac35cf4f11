// A view of a component has to fit the route: what its loader gives is what the component takes.

import type { InputSignal, Type } from '@angular/core'
import { defineRoutes, route } from 'hashbang-router'
import { angularView } from 'hashbang-router/angular'
import { preactView } from 'hashbang-router/preact'
import { reactView } from 'hashbang-router/react'
import { solidView } from 'hashbang-router/solid'
import { svelteView } from 'hashbang-router/svelte'
import { vueView } from 'hashbang-router/vue'
import type { FunctionComponent as PreactComponent } from 'preact'
import type { FunctionComponent } from 'react'
import type { Component as SolidComponent } from 'solid-js'
import type { Component as SvelteComponent } from 'svelte'
import type { DefineComponent } from 'vue'

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
