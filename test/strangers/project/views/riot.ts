/** Riot, with components as its compiler writes them. */
import * as riot from 'riot'
import { cases } from '../cases.ts'
import { box } from '../parts/markup.ts'
import List from '../parts/riot-list.riot'

export default cases({
  list: (element) =>
    void riot.component(List)(box(element), { title: 'Todo', items: ['one', 'two'] }),
  update(element) {
    const made = riot.component(List)(box(element), { title: 'Todo', items: [] })
    made.update({ count: 3 })
  },
})
