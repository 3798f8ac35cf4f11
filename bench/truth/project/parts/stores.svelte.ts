/** Stores and runes of a module. */

import { SvelteMap } from 'svelte/reactivity'
import { derived, writable } from 'svelte/store'

export const counter = $state({ n: 0, title: undefined as string | undefined })
export const title = writable<string | undefined>(undefined)
const all: string[] = []
export const titled = derived(title, (value) => {
  if (value) all.push(value)
  return all.length
})
export const latest = () => all.join(', ')
export const known = new SvelteMap<number, string>()
