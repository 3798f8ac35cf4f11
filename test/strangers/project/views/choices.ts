/** Choices.js. */
import Choices from 'choices.js'
import { cases } from '../cases.ts'
import { box } from '../parts/markup.ts'

export default cases({
  given: (element) =>
    void new Choices(box(element, '', 'select') as HTMLSelectElement, {
      choices: [
        { value: 1, label: 'One' },
        { value: 2, label: 'Two', disabled: true },
      ],
    }),
})
