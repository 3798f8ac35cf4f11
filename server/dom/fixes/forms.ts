/**
 * Chooses the selected option of a select: the last marked one, else the first that is enabled if
 * one row is shown.
 * https://html.spec.whatwg.org/multipage/form-elements.html#selectedness-setting-algorithm
 * happy-dom takes the wrong one of three after parsing: capricorn86/happy-dom#2372.
 */
import { HTMLSelectElement } from '#happy-dom'
import { type InnerNode, inner, override, S } from '../internals.ts'

interface Option extends InnerNode {
  [S.selectedness]: boolean
}

/** Reads the tree: happy-dom's list is stale during a change. */
function optionsOf(node: InnerNode): Option[] {
  return node[S.elementArray].flatMap((child) =>
    child[S.localName] === 'option' ? [inner<Option>(child)] : optionsOf(child),
  )
}

const isDisabled = (option: Option): boolean => {
  const element = option as unknown as HTMLOptionElement
  return element.disabled || (element.parentElement?.matches('optgroup[disabled]') ?? false)
}

export function installForms(): void {
  Object.assign(HTMLSelectElement.prototype, {
    [S.updateSelectedness](this: HTMLSelectElement, chosen: Option | null = null) {
      const select = this as unknown as InnerNode & { [S.selectedIndex]: number }
      const options = optionsOf(select)
      if (!this.hasAttribute('multiple')) {
        const marked = options.findLast((option) => option[S.selectedness])
        const rows = Number(this.getAttribute('size')) || 1
        const first = rows > 1 ? undefined : options.find((option) => !isDisabled(option))
        const one = chosen ?? marked ?? first
        for (const option of options) option[S.selectedness] = option === one
      }
      select[S.selectedIndex] = options.findIndex((option) => option[S.selectedness])
    },
  })
  override<InnerNode, object>(HTMLSelectElement.prototype, {
    get selectedIndex() {
      return optionsOf(this).findIndex((option) => option[S.selectedness])
    },
  })
}
