/** List.js. */
import List from 'list.js'
import { cases } from '../cases.ts'
import { box } from '../parts/markup.ts'

const HTML =
  '<input class="search"><ul class="list"><li><h3 class="name">Jonny</h3><p class="city">Stockholm</p></li><li><h3 class="name">Jonas</h3><p class="city">Berlin</p></li></ul>'

export default cases({
  added: (element) =>
    void new List(box(element, HTML), { valueNames: ['name', 'city'] }).add({
      name: 'Ada',
      city: 'London',
    }),
})
