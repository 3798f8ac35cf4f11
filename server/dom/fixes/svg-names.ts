/**
 * Makes `className` of SVG elements one object. Its `baseVal` reads and writes the attribute.
 * https://svgwg.org/svg2-draft/types.html#InterfaceSVGElement
 * happy-dom returns text, as for HTML elements: capricorn86/happy-dom#2312.
 */
import { define, type InnerWindow } from '../internals.ts'

export function installSvgNames(window: InnerWindow): void {
  const names = new WeakMap<Element, SVGAnimatedString>()
  let made: Element | undefined

  class ClassName {
    readonly #element: Element
    constructor() {
      if (!made) throw new TypeError('Illegal constructor')
      this.#element = made
    }
    get baseVal(): string {
      return this.#element.getAttribute('class') ?? ''
    }
    set baseVal(value: unknown) {
      this.#element.setAttribute('class', String(value))
    }
    get animVal(): string {
      return this.baseVal
    }
  }
  Object.setPrototypeOf(ClassName.prototype, window.SVGAnimatedString.prototype)
  define<SVGElement>(window.SVGElement.prototype, {
    get className() {
      const known = names.get(this)
      if (known) return known
      made = this
      const name = new ClassName() as unknown as SVGAnimatedString
      made = undefined
      names.set(this, name)
      return name
    },
  })
}
