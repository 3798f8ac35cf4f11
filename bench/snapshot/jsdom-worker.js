// A thread whose globals are jsdom's; renders the bench's Lit page on demand.
import { parentPort, workerData } from 'node:worker_threads'
import { JSDOM } from 'jsdom'

const { window } = new JSDOM('<!doctype html><body></body>', { pretendToBeVisual: true })
const names = [
  'window document customElements HTMLElement Element Node ShadowRoot DocumentFragment Document Comment Text',
  'CSSStyleSheet MutationObserver Event CustomEvent NodeFilter HTMLTemplateElement location history navigator',
].join(' ')
for (const name of names.split(' ')) {
  if (window[name] !== undefined)
    Object.defineProperty(globalThis, name, { value: window[name], configurable: true })
}

const { routes } = await import(workerData.app)
const signal = new AbortController().signal

async function settle(root) {
  for (const element of root.querySelectorAll('*')) {
    await element.updateComplete
    if (element.shadowRoot) await settle(element.shadowRoot)
  }
}

// As flat as ours: shadow trees in place of their hosts' children, slots filled.
function flat(node) {
  if (node.nodeType === 3) return node.data.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  if (node.nodeType !== 1) return ''
  const children =
    node.localName === 'slot' ? node.assignedNodes() : (node.shadowRoot ?? node).childNodes
  const attributes = [...node.attributes].map(({ name, value }) => ` ${name}="${value}"`).join('')
  return `<${node.localName}${attributes}>${[...children].map(flat).join('')}</${node.localName}>`
}

parentPort.on('message', async (id) => {
  const page = await routes.resolve(`/lit/${id}`, { context: undefined, signal })
  const [level] = page.levels
  const element = new level.view()
  element.page = level
  document.body.append(element)
  await element.updateComplete
  await settle(element.shadowRoot)
  const text = flat(element)
  element.remove()
  setImmediate(() => parentPort.postMessage(text))
})
parentPort.postMessage('ready')
