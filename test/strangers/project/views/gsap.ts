/** GSAP. */
import gsap from 'gsap'
import { cases } from '../cases.ts'
import { box } from '../parts/markup.ts'

export default cases({
  counter(element) {
    const place = box(element, '0', 'output')
    const count = { value: 0 }
    gsap.to(count, {
      value: 100,
      duration: 0.3,
      onUpdate: () => void (place.textContent = count.value.toFixed(0)),
    })
  },
  delayed(element) {
    const place = box(element, 'waits')
    gsap.delayedCall(0.2, () => void (place.textContent = 'called'))
  },
})
