import type { Data } from '../../data.ts'
import { noteOf } from '../../notes/index.ts'

export default {
  bindings: { data: '<' },
  template: '<p>{{ $ctrl.text }}</p>',
  controller: class {
    declare data: Data
    text = ''
    $onInit() {
      this.text = noteOf(this.data)
    }
  },
}
