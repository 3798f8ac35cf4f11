import { h } from 'vue'

export default {
  props: ['data'],
  render() {
    return h('article', [h('h1', this.data.title), ...this.data.lines.map((line) => h('p', line))])
  },
}
