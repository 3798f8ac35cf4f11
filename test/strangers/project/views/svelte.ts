/** Svelte 5 by its manual. */
import { type Component, mount, unmount } from 'svelte'
import { readable } from 'svelte/store'
import { cases, type Show } from '../cases.ts'
import Await from '../parts/SvelteAwait.svelte'
import Form from '../parts/SvelteForm.svelte'
import List from '../parts/SvelteList.svelte'
import Snippets from '../parts/SvelteSnippets.svelte'

const show =
  (component: Component): Show =>
  (element) => {
    const mounted = mount(component, { target: element })
    return () => void unmount(mounted)
  }

export default cases({
  list: show(List),
  await: show(Await),
  form: show(Form),
  snippets: show(Snippets),
  store(element) {
    const later = readable(1, (set) => {
      const timer = setTimeout(() => set(2), 10)
      return () => clearTimeout(timer)
    })
    return later.subscribe((value) => {
      element.textContent = `store: ${value}`
    })
  },
})
