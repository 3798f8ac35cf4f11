/** Fuse and Lunr. */
import Fuse from 'fuse.js'
import lunr from 'lunr'
import { cases } from '../cases.ts'
import { box } from '../parts/markup.ts'

const books = [
  { id: '1', title: "Old Man's War" },
  { id: '2', title: 'The Lock Artist' },
  { id: '3', title: 'Artful War' },
]

export default cases({
  fuse: (element) =>
    void box(
      element,
      new Fuse(books, { keys: ['title'] })
        .search('war')
        .map(({ item }) => `<li>${item.title}</li>`)
        .join(''),
      'ul',
    ),
  lunr(element) {
    const index = lunr(function (this: lunr.Builder) {
      this.ref('id')
      this.field('title')
      for (const book of books) this.add(book)
    })
    box(
      element,
      index
        .search('war')
        .map(({ ref }) => `<li>${ref}</li>`)
        .join(''),
      'ul',
    )
  },
})
