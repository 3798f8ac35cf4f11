/**
 * Bases `FormData` on Node's class and lets it read forms.
 * https://xhr.spec.whatwg.org/#interface-formdata
 * Node's `fetch` does not know happy-dom's class, and sends it with a wrong length:
 * capricorn86/happy-dom#949.
 */

import { withControls } from '../additions/form-controls.ts'
import type { InnerWindow } from '../internals.ts'
import { beforeFetchClasses, deferFetchClasses } from '../isolation/fetch-classes.ts'

export function installFormData(window: InnerWindow): void {
  const Entries = window.FormData

  beforeFetchClasses((classes) => {
    class FormData extends classes.FormData {
      constructor(form?: HTMLFormElement, submitter?: HTMLElement | null) {
        super()
        if (form === undefined) return
        const native = [...new Entries(form, submitter)]
        for (const [name, value] of withControls(window, form, native)) {
          // Snapshots never have a chosen file: browsers send an empty one.
          this.append(name, typeof value === 'string' ? value : new File([], value.name))
        }
        const told = new window.FormDataEvent('formdata', { bubbles: true, formData: this })
        form.dispatchEvent(told)
      }
    }
    classes.FormData = FormData
  })
  deferFetchClasses(window, ['FormData'])
}
