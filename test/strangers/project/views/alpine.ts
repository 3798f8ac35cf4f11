/** Alpine by its manual: started once, it sees added elements. */
import Alpine from 'alpinejs'
import { cases } from '../cases.ts'
import { markup } from '../parts/markup.ts'

Alpine.data('dropdown', () => ({
  open: false,
  init() {
    this.open = true
  },
}))
Alpine.store('dark', { on: true })
Alpine.start()
export default cases({
  text: markup(
    `<div x-data="{ name: 'Ada' }"><b x-text="name"></b><i x-html="'<u>raw</u>'"></i></div>`,
  ),
  for: markup(
    `<ul x-data="{ all: ['a', 'b'] }"><template x-for="one in all" :key="one"><li x-text="one"></li></template></ul>`,
  ),
  if: markup(
    `<div x-data="{ n: 1 }" x-init="n = 2"><template x-if="n == 2"><p>two</p></template><p x-show="n == 1">one</p></div>`,
  ),
  bind: markup(
    `<div x-data="{ on: true }"><a :class="{ on }" :style="{ color: 'red' }" :href="'#!/' + on">link</a></div>`,
  ),
  data: markup(
    `<div x-data="dropdown"><p x-show="open">open</p><p x-text="$store.dark.on"></p></div>`,
  ),
  model: markup(
    `<form x-data="{ text: 'Ada', yes: true, one: 'b' }"><input x-model="text"><input type="checkbox" x-model="yes"><select x-model="one"><option>a</option><option>b</option></select><p x-text="text"></p></form>`,
  ),
  fetch: markup(
    `<div x-data="{ all: [] }" x-init="all = await (await fetch('/data/people.json')).json()"><template x-for="one in all"><p x-text="one.name"></p></template></div>`,
  ),
  effect: markup(
    `<div x-data="{ n: 1 }" x-effect="$refs.out.textContent = n * 2"><b x-ref="out"></b><i x-init="$nextTick(() => n = 3)"></i></div>`,
  ),
})
