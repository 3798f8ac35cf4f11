/** Backbone with underscore's templates. */
import Backbone from 'backbone'
import $ from 'jquery'
import _ from 'underscore'
import { cases } from '../cases.ts'

Backbone.$ = $

const People = Backbone.Collection.extend({ url: '/data/people.json' })
const Item = Backbone.View.extend({
  tagName: 'li',
  className: 'person',
  template: _.template('<b><%- name %></b> <%= born %>'),
  initialize(this: Backbone.View) {
    this.listenTo(this.model, 'change', this.render)
  },
  render(this: Backbone.View & { template: (data: object) => string }) {
    this.$el.html(this.template(this.model.toJSON()))
    return this
  },
})

export default cases({
  view(element) {
    const model = new Backbone.Model({ name: 'Ada <3', born: 1815 })
    element.append(new Item({ model }).render().el)
    model.set('born', 1816)
  },
  collection(element) {
    const people = new People()
    people.on('sync', () => people.each((model) => element.append(new Item({ model }).render().el)))
    people.fetch()
  },
  sorted(element) {
    const all = new Backbone.Collection([{ n: 3 }, { n: 1 }], { comparator: 'n' })
    all.add({ n: 2 })
    element.textContent = all.pluck('n').join()
  },
  events(element) {
    const Clicks = Backbone.View.extend({
      events: { 'click b': 'clicked' },
      clicked(this: Backbone.View) {
        this.$el.append('<i>clicked</i>')
      },
    })
    const view = new Clicks()
    view.$el.html('<b>x</b>')
    element.append(view.el)
    view.$('b').trigger('click')
    return () => void view.remove()
  },
})
