/** Svelte 5 by its manual. */
import { type Component, flushSync, mount, setContext, unmount } from 'svelte'
import { createSubscriber } from 'svelte/reactivity'
import { readable, writable } from 'svelte/store'
import { cases, type Show } from '../cases.ts'
import { aside, fail } from '../parts/leaves.ts'
import Await from '../parts/SvelteAwait.svelte'
import Form from '../parts/SvelteForm.svelte'
import Leaks from '../parts/SvelteLeaks.svelte'
import List from '../parts/SvelteList.svelte'
import Reactive from '../parts/SvelteReactive.svelte'
import Snippets from '../parts/SvelteSnippets.svelte'
import Table from '../parts/SvelteTable.svelte'

const show =
  (component: Component, options: object = {}): Show =>
  (element) => {
    const mounted = mount(component, { target: element, ...options })
    return () => void unmount(mounted)
  }

export default cases({
  list: show(List),
  await: show(Await),
  form: show(Form),
  snippets: show(Snippets),
  table: show(Table),
  reactive: show(Reactive),
  clicked(element, page) {
    const done = show(Reactive)(element, page)
    flushSync()
    element.querySelector('button')?.click()
    flushSync()
    return done
  },
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

const leaks =
  (how: string): Show =>
  (element, page) => {
    const done = show(Leaks as never, { props: { how } })(element, page)
    flushSync()
    return done
  }

export const leaves = cases({
  context: show(Reactive, { context: new Map([['given', 'leak']]) }),
  throws: leaks('render'),
  effect: leaks('effect'),
  cleanup: leaks('cleanup'),
  endless: leaks('endless'),
  outside(element) {
    setContext('leak', 'outside of a component')
    element.append('never here')
  },
  flushes(element) {
    flushSync(() => fail('flushSync'))
    element.append('never here')
  },
  subscribed(element) {
    const store = writable(0)
    store.subscribe((one) => element.replaceChildren(`ticks ${Math.min(one, 0)}`))
    createSubscriber(() => () => undefined)()
    setInterval(() => store.update((one) => one + 1), 1)
  },
  unmounted(element) {
    mount(Reactive, { target: aside() })
    element.append('never unmounted')
  },
})
