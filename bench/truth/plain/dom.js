// The state that views of plain DOM keep.
import { mountView } from 'hashbang-router'
import { registered } from './state/elements.js'

let first
let node
const listeners = []

export const kinds = {
  'mount-first-wins': (outlet, { title }) => {
    outlet.textContent = first ??= title
  },
  'mount-node-kept': (outlet, { title }) => {
    node ??= Object.assign(document.createElement('p'), { textContent: title })
    outlet.append(node)
  },
  'mount-listeners': (outlet, { title }) => {
    const heard = []
    listeners.push((list) => list.push(title))
    for (const tell of listeners) tell(heard)
    outlet.textContent = heard.join(', ')
  },
  'element-at-the-top': (outlet) => {
    outlet.append(document.createElement(registered))
  },
  'dynamic-import': (outlet, { title }, page) => {
    const late = import('./state/late.js').then(({ state }) => {
      state.title ??= title
      outlet.textContent = state.title
    })
    page.settled(late)
  },
  'dynamic-import-with-a-query': (outlet, { title }, page) => {
    const late = import('./state/late.js?page').then(({ state }) => {
      state.title ??= title
      outlet.textContent = state.title
    })
    page.settled(late)
  },
}

export default mountView((outlet, page) => {
  kinds[page.data.kind](outlet, page.data, page)
})
