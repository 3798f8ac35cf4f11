/** Taking over what the server has sent: it stays until the first view is ready, or for good where that fails. */
import { deepEqual, equal, ok } from 'playwright-test/taps'
import { defineRoutes } from '../../../src/define-routes.ts'
import { memoryHistory } from '../../../src/dom/history/memory.ts'
import { start } from '../../../src/dom/navigator.ts'
import { HashbangOutlet } from '../../../src/dom/outlet.ts'
import type { Router } from '../../../src/dom/router.ts'
import { html } from '../../../src/html.ts'
import { notFound } from '../../../src/outcome.ts'
import { route } from '../../../src/route.ts'
import { htmlView, mountView } from '../../../src/view.ts'
import { suite } from '../../run/suite.ts'
import { gate, says, viewing } from './stage.ts'

const test = suite('take-over')

let isDefined = 0
const drawn = { ...gate(), mounted: gate() }
const loads: string[] = []
const load = ({ state }: { state: string }) => {
  loads.push(state)
  return 'loaded'
}
const shows = viewing(htmlView(({ data }) => html`<h1>${String(data)}</h1>`))
const routes = defineRoutes({
  home: route('', { view: says('Home') }),
  data: route('/data', { load, view: shows }),
  deep: route('/deep/:id', {
    load: ({ params }) => (params.id === '1' ? 'one' : notFound()),
    view: shows,
  }),
  late: route('/late', {
    view: viewing(
      mountView((outlet, page) => {
        drawn.mounted.open()
        page.settled(
          drawn.opened.then(() => {
            outlet.innerHTML = '<h1>Drawn</h1>'
          }),
        )
      }),
    ),
  }),
  element: route('/element', {
    view: async () => {
      // As the module of a view does when it is evaluated.
      class Sent extends HTMLElement {
        page?: unknown
        connectedCallback() {
          isDefined += 1
          this.innerHTML = this.page ? '<h1>Defined</h1>' : ''
        }
      }
      if (!customElements.get('x-sent')) customElements.define('x-sent', Sent)
      return { default: customElements.get('x-sent') as typeof Sent }
    },
  }),
  throws: route('/throws', {
    view: viewing(
      mountView(() => {
        throw new Error('cannot mount')
      }),
    ),
  }),
  fails: route('/fails', {
    load: (): undefined => {
      throw new Error('no luck')
    },
    view: says('Never'),
  }),
})

/** A router that starts at a state where the server has sent this content. */
async function taking(
  state: string,
  content: string,
  blob: string | null,
  run: (router: Router, outlet: HashbangOutlet, thrown: unknown[]) => Promise<void>,
): Promise<void> {
  const outlet = new HashbangOutlet()
  outlet.innerHTML = content
  document.body.append(outlet)
  if (blob !== null) {
    const data = document.createElement('script')
    Object.assign(data, { type: 'application/json', id: 'hashbang-data', textContent: blob })
    document.head.append(data)
  }
  const thrown: unknown[] = []
  loads.length = 0
  const router = start(routes, {
    context: undefined as never,
    outlet,
    history: memoryHistory(state),
    onError: (error) => thrown.push(error),
  }) as unknown as Router
  try {
    await run(router, outlet, thrown)
  } finally {
    router.stop()
    outlet.remove()
    equal(document.querySelector('hashbang-outlet'), null)
  }
}

const SENT = '<h1>Sent</h1>'
const shown = () => [...document.querySelectorAll('h1')].map(({ textContent }) => textContent)

test('the content of the server is there until the view has drawn itself, and then it alone', () =>
  taking('/late', SENT, null, async (router, outlet) => {
    await drawn.mounted.opened
    deepEqual(shown(), ['Sent'])
    ok(getComputedStyle(outlet).visibility === 'hidden')
    drawn.open()
    equal(await router.ready, 'done')
    deepEqual(shown(), ['Drawn'])
    equal(outlet.getAttribute('style'), null)
  }))

test('what the loaders of the server gave is not loaded again, and once only', () =>
  taking('/data', SENT, '{"state":"/data","data":{"data":"sent"}}', async (router) => {
    equal(await router.ready, 'done')
    deepEqual([shown(), loads], [['sent'], []])
    equal(await router.reload(), 'done')
    deepEqual([shown(), loads], [['loaded'], ['/data']])
    equal(document.getElementById('hashbang-data'), null)
  }))

test('no view for the meantime takes the place of the content of the server', async () => {
  const loaded = gate()
  const waiting = gate()
  const pending = async () => {
    waiting.open()
    return says('Loading')()
  }
  const table = defineRoutes({
    home: route('', { load: () => loaded.opened, pending, view: says('Home') }),
  })
  const outlet = new HashbangOutlet()
  outlet.innerHTML = SENT
  document.body.append(outlet)
  const options = { outlet, history: memoryHistory(''), pendingMs: 0 }
  const router = start(table, options) as unknown as Router
  await waiting.opened
  await outlet.updateComplete
  deepEqual(shown(), ['Sent'])
  loaded.open()
  equal(await router.ready, 'done')
  deepEqual(shown(), ['Home'])
  router.stop()
  outlet.remove()
})

for (const blob of [
  '',
  '{',
  'null',
  '{"state":"/data"}',
  '{"state":"/x","data":{"data":"x"}}',
  '{"state":"/data","data":{"toString":1}}',
]) {
  test(`the data "${blob}" is of no use: the loaders are asked`, () =>
    taking('/data', SENT, blob, async (router) => {
      equal(await router.ready, 'done')
      deepEqual([shown(), loads], [['loaded'], ['/data']])
    }))
}

for (const state of ['/throws', '/fails']) {
  test(`${state} leaves the content of the server, and the next page takes its place`, () =>
    taking(state, `<x-sent>${SENT}</x-sent>`, null, async (router, _, thrown) => {
      equal(await router.ready, 'failed')
      deepEqual([shown(), thrown.length], [['Sent'], 1])
      equal(await router.navigate('#!/data'), 'done')
      deepEqual(shown(), ['loaded'])
    }))
}

test('a state that is missing shows what the app has for it', () =>
  taking('/deep/2', SENT, null, async (router, outlet) => {
    equal(await router.ready, 'done')
    equal(outlet.textContent?.includes('Sent'), false)
  }))

test('an element of the server is text to be read until its view takes its place', () =>
  taking('/element', `<x-sent class="a">${SENT}</x-sent>`, null, async (router) => {
    equal(await router.ready, 'done')
    deepEqual([shown(), isDefined], [['Defined'], 1])
    equal(customElements.define, CustomElementRegistry.prototype.define)
  }))

const DECLARED = '<!--hashbang--><style>h1{color:rgb(1,2,3)}</style><h1>Sent</h1><!--hashbang-->'
/** As the parser makes it of what the server has sent. */
function declared(name: string, inside = DECLARED): string {
  return `<${name} class="a" x="y"><template shadowrootmode="open">${inside}</template></${name}>`
}
const inShadows = (root: ParentNode = document): Element[] =>
  [...root.querySelectorAll('*')].flatMap((one) =>
    one.shadowRoot ? [one, ...inShadows(one.shadowRoot)] : [one],
  )
const headings = () => inShadows().filter(({ localName }) => localName === 'h1')

test('a shadow tree of the server is there with its styles until its view takes its place', async () => {
  const name = 'x-shadowed'
  const mounted = gate()
  const opened = gate()
  const table = defineRoutes({
    home: route('', {
      view: async () => {
        for (const one of [name, 'x-inner']) {
          customElements.define(
            one,
            class extends HTMLElement {
              connectedCallback() {
                this.textContent = 'nothing'
              }
            },
          )
        }
        return {
          default: mountView((outlet, page) => {
            mounted.open()
            page.settled(opened.opened.then(() => outlet.append('Drawn')))
          }),
        }
      },
    }),
  })
  const outlet = new HashbangOutlet()
  const inner = `<x-inner><template shadowrootmode="open">${DECLARED}</template></x-inner>`
  outlet.setHTMLUnsafe(declared(name, `<!--hashbang-->${inner}<!--hashbang-->`))
  document.body.append(outlet)
  const router = start(table, { outlet, history: memoryHistory('') }) as unknown as Router
  await mounted.opened
  deepEqual(
    headings().map(({ textContent }) => textContent),
    ['Sent'],
  )
  equal(getComputedStyle(headings()[0] as Element).color, 'rgb(1, 2, 3)')
  const host = document.querySelector('.a')
  deepEqual([host?.localName, host?.getAttribute('x')], ['div', 'y'])
  opened.open()
  equal(await router.ready, 'done')
  deepEqual([headings().length, outlet.textContent], [0, 'Drawn'])
  router.stop()
  outlet.remove()
})

for (const isEarly of [true, false]) {
  test(`an element beside the outlet that was sent with its tree shows its own alone, defined ${isEarly ? 'before' : 'after'} the start`, async () => {
    const name = `x-beside-${isEarly}`
    // As Lit does: before what is there, and never looking at it.
    class Beside extends HTMLElement {
      connectedCallback() {
        const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
        const before = root.firstChild
        queueMicrotask(() => {
          const heading = document.createElement('h1')
          heading.textContent = 'Own'
          root.insertBefore(heading, before)
        })
      }
    }
    const shell = document.createElement('div')
    shell.setHTMLUnsafe(declared(name))
    document.body.append(shell)
    if (isEarly) customElements.define(name, Beside)
    try {
      await taking('', SENT, null, async (router) => {
        await router.ready
        if (!isEarly) customElements.define(name, Beside)
        await Promise.resolve()
        deepEqual(
          inShadows(shell)
            .filter(({ localName }) => localName === 'h1' || localName === 'style')
            .map(({ textContent }) => textContent),
          ['Own'],
        )
      })
    } finally {
      shell.remove()
    }
  })
}

const KEPT: [what: string, sent: string, after: string][] = [
  ['a link', '<a href="/s/x" data-hashbang-href="#!/x">x</a>', '<a href="#!/x">x</a>'],
  [
    'a form and its button',
    '<form action="/s/x" data-hashbang-action="#!/x"><button formaction="/s/y" data-hashbang-formaction="/#!/y"></button></form>',
    '<form action="#!/x"><button formaction="/#!/y"></button></form>',
  ],
  [
    'a link in SVG',
    '<svg><a xlink:href="/s/x" data-hashbang-xlink:href="#!/x"></a></svg>',
    '<svg><a xlink:href="#!/x"></a></svg>',
  ],
  [
    'what leads elsewhere is left',
    '<a href="/x" data-hashbang-href="javascript:alert(1)"></a><a data-hashbang-href="//b.test/#!"></a><a data-hashbang-onclick="x"></a>',
    '<a href="/x"></a><a></a><a data-hashbang-onclick="x"></a>',
  ],
]
for (const [what, sent, after] of KEPT) {
  test(`the shell has its own links again in a visit by "#!": ${what}`, async () => {
    const shell = document.createElement('div')
    shell.innerHTML = sent
    document.body.append(shell)
    try {
      await taking('', SENT, null, async (router) => {
        await router.ready
        equal(shell.innerHTML, after)
      })
    } finally {
      shell.remove()
    }
  })
}

test('an outlet without content is started as ever', () =>
  taking('', '', null, async (router) => {
    equal(await router.ready, 'done')
    deepEqual(shown(), ['Home'])
  }))
