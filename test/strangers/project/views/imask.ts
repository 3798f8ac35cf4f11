/** IMask. */
import IMask from 'imask'
import { cases } from '../cases.ts'
import { box } from '../parts/markup.ts'

export default cases({
  phone(element) {
    const mask = IMask(box(element, '', 'input') as HTMLInputElement, {
      mask: '+{7}(000)000-00-00',
    })
    mask.unmaskedValue = '79991234567'
  },
  number(element) {
    const mask = IMask(box(element, '', 'input') as HTMLInputElement, {
      mask: Number,
      thousandsSeparator: ' ',
      scale: 2,
    })
    mask.value = '1234567.891'
    box(element, mask.unmaskedValue, 'output')
  },
})
