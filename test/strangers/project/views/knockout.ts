/** Knockout by its manual. */
import ko from 'knockout'
import { cases } from '../cases.ts'

const show = (html: string, model: () => object) => (element: HTMLElement) => {
  element.innerHTML = html
  ko.applyBindings(model(), element)
  return () => ko.cleanNode(element)
}

export default cases({
  text: show('<p>Hello, <b data-bind="text: full"></b></p>', () => {
    const first = ko.observable('Ada')
    return { full: ko.pureComputed(() => `${first()} Lovelace`) }
  }),
  foreach: show('<ul data-bind="foreach: all"><li data-bind="text: $data"></li></ul>', () => ({
    all: ko.observableArray(['a', 'b']),
  })),
  virtual: show(
    '<ul><!-- ko foreach: all --><li data-bind="text: name, attr: { title: $index }"></li><!-- /ko --></ul>',
    () => ({ all: [{ name: 'a' }, { name: 'b' }] }),
  ),
  if: show(
    '<p data-bind="if: yes">yes</p><p data-bind="ifnot: yes">no</p><p data-bind="visible: yes, css: { on: yes }">shown</p>',
    () => ({ yes: ko.observable(true) }),
  ),
  form: show(
    '<input data-bind="value: text"><input type="checkbox" data-bind="checked: on"><select data-bind="options: all, value: one"></select>',
    () => ({
      text: ko.observable('Ada'),
      on: ko.observable(true),
      all: ['a', 'b'],
      one: ko.observable('b'),
    }),
  ),
  component: show('<ko-greeting params="name: \'Ada\'"></ko-greeting>', () => {
    if (!ko.components.isRegistered('ko-greeting'))
      ko.components.register('ko-greeting', {
        viewModel: ({ name }: { name: string }) => ({ name }),
        template: '<p>Hello, <b data-bind="text: name"></b></p>',
      })
    return {}
  }),
  fetch: show('<ul data-bind="foreach: all"><li data-bind="text: name"></li></ul>', () => {
    const all = ko.observableArray<{ name: string }>([])
    fetch('/data/people.json').then(async (answer) => all(await answer.json()))
    return { all }
  }),
  template: show(
    `<div data-bind="template: { name: 'ko-person', foreach: all }"></div><script type="text/html" id="ko-person"><p data-bind="html: text"></p></script>`,
    () => ({ all: [{ text: '<i>a</i>' }, { text: 'b' }] }),
  ),
})
