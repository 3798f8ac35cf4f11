/** jQuery 4, as pages of its time use it. */
import $ from 'jquery'
import { cases } from '../cases.ts'

export default cases({
  build(element) {
    $('<ul>')
      .append($.map(['a', 'b'], (text) => $('<li>').text(text)))
      .appendTo(element)
  },
  getJSON(element) {
    $(element).text('Loading…')
    $.getJSON('/data/people.json', (people: { name: string }[]) => {
      $(element)
        .empty()
        .append(
          people.map(({ name }) => $('<p>', { text: name, class: 'person' })[0] as HTMLElement),
        )
    })
  },
  selectors(element) {
    element.innerHTML =
      '<p>one</p><p>two</p><p hidden>three</p><input type="text"><input type="checkbox" checked>'
    const $in = $(element)
    $('<pre>')
      .text(
        [
          $in.find('p:first').text(),
          $in.find('p:contains("tw")').length,
          $in.find(':checked').length,
          $in.find('p:eq(1)').text(),
          $in.find(':input').length,
        ].join(),
      )
      .appendTo(element)
  },
  effects(element) {
    $('<div style="display:none">shown</div>').appendTo(element).show()
    $('<div>hidden</div>').appendTo(element).hide()
    $('<div>faded</div>').appendTo(element).hide().fadeIn(200)
  },
  ready(element) {
    $(() => $(element).text('ready'))
  },
  delegate(element) {
    $(element)
      .on('click', 'b', () => $(element).append('clicked'))
      .append('<b>x</b>')
      .find('b')
      .trigger('click')
  },
})
