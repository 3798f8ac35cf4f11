/**
 * The data of a form, of the kind that Node sends. In: a window. Out: `FormData` made of Node's own, which also reads forms;
 * happy-dom's is unknown to `fetch`, and takes Node's files for text. https://xhr.spec.whatwg.org/#interface-formdata
 * happy-dom's is its own, and is sent with a wrong length: capricorn86/happy-dom#949.
 */

import { beforeFetchClasses, deferFetchClasses } from '../fetch-classes.ts'
import type { InnerWindow } from '../internals.ts'
import { withControls } from './form-controls.ts'

export function installFormData(window: InnerWindow): void {
  const Entries = window.FormData

  beforeFetchClasses((classes) => {
    class FormData extends classes.FormData {
      constructor(form?: HTMLFormElement, submitter?: HTMLElement | null) {
        super()
        if (form === undefined) return
        const native = [...new Entries(form, submitter)]
        for (const [name, value] of withControls(window, form, native)) {
          // No file is ever chosen here: browsers send an empty one.
          this.append(name, typeof value === 'string' ? value : new File([], value.name))
        }
      }
    }
    classes.FormData = FormData
  })
  deferFetchClasses(window, ['FormData'])
}
