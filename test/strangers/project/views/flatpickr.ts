/** flatpickr. */
import flatpickr from 'flatpickr'
import { cases } from '../cases.ts'
import { box } from '../parts/markup.ts'

export default cases({
  input: (element) =>
    void flatpickr(box(element, '', 'input'), { defaultDate: '2024-02-03', dateFormat: 'd.m.Y' }),
  inline: (element) =>
    void flatpickr(box(element, '', 'input'), {
      inline: true,
      defaultDate: '2024-02-03',
      now: '2024-02-01',
    }),
})
