/** Stimulus by its manual. */
import { Application, Controller } from '@hotwired/stimulus'
import { cases } from '../cases.ts'

class Hello extends Controller {
  static targets = ['name', 'output']
  static values = { url: String, count: { type: Number, default: 3 } }
  static classes = ['busy']
  declare outputTarget: HTMLElement
  declare nameTarget: HTMLInputElement
  declare hasUrlValue: boolean
  declare urlValue: string
  declare countValue: number
  declare hasBusyClass: boolean
  declare busyClass: string
  connect() {
    this.outputTarget.textContent = `connected ${this.countValue}`
    if (this.hasBusyClass) this.element.classList.add(this.busyClass)
    if (this.hasUrlValue)
      fetch(this.urlValue).then(async (answer) => {
        this.outputTarget.innerHTML = await answer.text()
      })
  }
  greet() {
    this.outputTarget.textContent = `Hello, ${this.nameTarget.value}`
  }
}
const show = (html: string, then?: (element: HTMLElement) => void) => (element: HTMLElement) => {
  element.innerHTML = html
  const application = Application.start(element)
  application.register('hello', Hello)
  if (then) queueMicrotask(() => setTimeout(then, 0, element))
  return () => application.stop()
}

export default cases({
  connect: show('<div data-controller="hello"><p data-hello-target="output"></p></div>'),
  values: show(
    '<div data-controller="hello" data-hello-count-value="7" data-hello-busy-class="busy"><p data-hello-target="output"></p></div>',
  ),
  fetch: show(
    '<div data-controller="hello" data-hello-url-value="/data/part.html"><div data-hello-target="output"></div></div>',
  ),
  action: show(
    '<div data-controller="hello"><input data-hello-target="name" value="Ada"><button data-action="click->hello#greet">Greet</button><p data-hello-target="output"></p></div>',
    (element) => element.querySelector('button')?.click(),
  ),
})
