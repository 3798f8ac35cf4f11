/** Handlebars, mustache, underscore's and lodash's templates. */
import Handlebars from 'handlebars'
import template from 'lodash/template.js'
import Mustache from 'mustache'
import { cases } from '../cases.ts'

const people = [{ name: 'Ada', tags: ['a', 'b'] }, { name: 'Grace <3' }]
Handlebars.registerHelper('loud', (text: string) => text.toUpperCase())
Handlebars.registerPartial(
  'one',
  '<li>{{loud name}}{{#if tags}} ({{#each tags}}{{this}}{{#unless @last}}, {{/unless}}{{/each}}){{/if}}</li>',
)

export default cases({
  handlebars(element) {
    element.innerHTML = Handlebars.compile('<ul>{{#each people}}{{> one}}{{/each}}</ul>')({
      people,
    })
  },
  'handlebars raw'(element) {
    element.innerHTML = Handlebars.compile('<p>{{{html}}} {{html}}</p>')({ html: '<b>x</b>' })
  },
  mustache(element) {
    element.innerHTML = Mustache.render(
      '<ul>{{#people}}<li>{{name}} {{#tags}}{{.}}{{/tags}}</li>{{/people}}{{^none}}<li>none</li>{{/none}}</ul>',
      { people },
    )
  },
  'mustache fetched'(element) {
    fetch('/data/people.json').then(async (answer) => {
      element.innerHTML = Mustache.render('{{#.}}<p>{{name}}</p>{{/.}}', await answer.json())
    })
  },
  lodash(element) {
    element.innerHTML = template('<% people.forEach(({ name }) => { %><p><%- name %></p><% }) %>')({
      people,
    })
  },
})
