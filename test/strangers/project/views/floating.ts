/** Floating UI: a tooltip beside its button. */
import { autoUpdate, computePosition, flip, offset, shift } from '@floating-ui/dom'
import { cases } from '../cases.ts'

const build = (element: HTMLElement) => {
  element.innerHTML =
    '<button style="width: 100px">Button</button><div role="tooltip" style="position: absolute; left: 0; top: 0; width: 50px">Tip</div>'
  return [element.querySelector('button'), element.querySelector('div')] as [
    HTMLElement,
    HTMLElement,
  ]
}

export default cases({
  position(element) {
    const [button, tip] = build(element)
    computePosition(button, tip, {
      placement: 'bottom',
      middleware: [offset(6), flip(), shift()],
    }).then(({ placement }) => {
      tip.dataset.placement = placement
    })
  },
  update(element) {
    const [button, tip] = build(element)
    return autoUpdate(button, tip, () => {
      computePosition(button, tip).then(({ strategy }) => {
        tip.dataset.strategy = strategy
      })
    })
  },
})
