/** EJS. */
import ejs from 'ejs'
import { cases } from '../cases.ts'

export default cases({
  list(element) {
    element.innerHTML = ejs.render(
      '<ul><% for (const name of names) { %><li><%= name %></li><% } %></ul>',
      { names: ['Ada', '<i>'] },
    )
  },
  raw(element) {
    element.innerHTML = ejs.render('<%- html %><% if (user) { %><h2><%= user.name %></h2><% } %>', {
      html: '<b>bold</b>',
      user: { name: 'Ada' },
    })
  },
})
