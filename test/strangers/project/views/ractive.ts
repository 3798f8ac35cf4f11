/** Ractive. */
import Ractive from 'ractive'
import { cases } from '../cases.ts'

Ractive.DEBUG = false

export default cases({
  list: (element) =>
    void new Ractive({
      target: element,
      template:
        '<ul>{{#each items:i}}<li class-odd="i % 2">{{i}}: {{.}}</li>{{/each}}</ul><input value="{{items.0}}">',
      data: { items: ['a', 'b'] },
    }),
  changed(element) {
    const made = new Ractive({
      target: element,
      template: '{{#if on}}<b>on</b>{{else}}<i>off</i>{{/if}}',
      data: { on: false },
    })
    made.set('on', true)
  },
})
