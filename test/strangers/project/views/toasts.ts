/** Notyf. */
import { Notyf } from 'notyf'
import { cases } from '../cases.ts'

export default cases({
  notyf: () =>
    void new Notyf({ duration: 0, dismissible: true }).success('Your changes have been saved'),
})
