/** HTM with Preact, and Preact's signals. */
import { computed, effect, signal } from '@preact/signals'
import htm from 'htm'
import { h, render } from 'preact'
import { cases } from '../cases.ts'

const html = htm.bind(h)

export default cases({
  signals(element) {
    const count = signal(1)
    const double = computed(() => count.value * 2)
    render(html`<p>${count} ${double}</p>` as never, element)
    count.value = 21
  },
  effect(element) {
    const name = signal('a')
    const stop = effect(() => void (element.textContent = name.value))
    name.value = 'b'
    return stop
  },
})
