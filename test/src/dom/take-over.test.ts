/**
 * Takes over the content that the server sent: it stays until the first view is ready, or for good
 * if that fails.
 */
import { deepEqual, equal } from 'playwright-test/taps'
import { defineRoutes } from '../../../src/define-routes.ts'
import { memoryHistory } from '../../../src/dom/history/memory.ts'
import { html } from '../../../src/html.ts'
import { notFound } from '../../../src/outcome.ts'
import { route } from '../../../src/route.ts'
import { ADOPTED_MARK } from '../../../src/sent-mark.ts'
import { htmlView, mountView } from '../../../src/view.ts'
import { suite } from '../../run/suite.ts'
import { fails, gate, onStage, says, viewing } from './stage.ts'

const test = suite('take-over')

const loads: string[] = []
const routes = defineRoutes({
  home: route('', { view: says('Home') }),
  data: route('/data', {
    load: ({ state }) => {
      loads.push(state)
      return 'loaded'
    },
    view: viewing(htmlView(({ data }) => html`<h1>${data as string}</h1>`)),
  }),
  missing: route('/missing', { load: () => notFound(), view: says('Never') }),
  throws: route('/throws', { view: fails }),
  fails: route('/fails', {
    load: (): undefined => {
      throw new Error('no luck')
    },
    view: says('Never'),
  }),
})

const SENT = '<h1>Sent</h1>'
type Run = Parameters<typeof onStage<typeof routes.routes>>[2]
const taking = (state: string, sent: string, run: Run) =>
  onStage(routes, { history: memoryHistory(state), sent, early: true }, run)

/** Takes over at a state whose view is mounted and then held back, in a table of its own. */
async function holding(
  sent: string,
  define: () => void,
  run: (host: Element | null) => Promise<void>,
): Promise<void> {
  const mounted = gate()
  const drawn = gate()
  const table = defineRoutes({
    home: route('', {
      view: async () => {
        define()
        const view = mountView((outlet, page) => {
          mounted.open()
          page.settled(drawn.opened.then(() => outlet.append('Drawn')))
        })
        return { default: view }
      },
    }),
  })
  await onStage(table, { sent, early: true }, async ({ router, outlet, text }) => {
    await mounted.opened
    equal(getComputedStyle(outlet).visibility, 'hidden')
    await run(document.querySelector('.a'))
    drawn.open()
    equal(await router.ready, 'done')
    deepEqual([text(), headings(), outlet.getAttribute('style')], ['Drawn', [], null])
  })
}

/** Elements in the document, those in shadow trees too. */
const elements = (root: ParentNode): Element[] =>
  [...root.querySelectorAll('*')].flatMap((one) =>
    one.shadowRoot ? [one, ...elements(one.shadowRoot)] : [one],
  )
const headings = (root: ParentNode = document) =>
  elements(root).flatMap(({ localName, textContent }) => (localName === 'h1' ? [textContent] : []))

test('the content of the server stays until the view has drawn itself, and then goes', () =>
  holding(
    SENT,
    () => {},
    async () => deepEqual(headings(), ['Sent']),
  ))

test('styles of sheets that the app adopts again go with the content of the server', async () => {
  const style = document.createElement('style')
  style.setAttribute(ADOPTED_MARK, '')
  document.head.append(style)
  await holding(
    SENT,
    () => {},
    async () => equal(style.isConnected, true),
  )
  equal(style.isConnected, false)
})

test('a pending view does not replace the content of the server', async () => {
  const loaded = gate()
  const waiting = gate()
  const pending = async () => {
    waiting.open()
    return says('Loading')()
  }
  const table = defineRoutes({
    home: route('', { load: () => loaded.opened, pending, view: says('Home') }),
  })
  const options = { sent: SENT, early: true, pendingMs: 0 }
  await onStage(table, options, async ({ router, outlet }) => {
    await waiting.opened
    await outlet.updateComplete
    deepEqual(headings(), ['Sent'])
    loaded.open()
    equal(await router.ready, 'done')
    deepEqual(headings(), ['Home'])
  })
})

const BLOBS: [use: string, blob: string, shown: string][] = [
  ['replaces a load', '{"state":"/data","data":{"data":"sent"}}', 'sent'],
  ...[
    '',
    '{',
    'null',
    '{"state":"/data"}',
    '{"state":"/x","data":{"data":"x"}}',
    '{"state":"/data","data":{"toString":1}}',
  ].map((blob): [string, string, string] => ['is dropped', blob, 'loaded']),
]
for (const [use, blob, shown] of BLOBS) {
  test(`the data "${blob}" of the server ${use}, once`, async () => {
    const data = document.createElement('script')
    Object.assign(data, { type: 'application/json', id: 'hashbang-data', textContent: blob })
    document.head.append(data)
    loads.length = 0
    await taking('/data', SENT, async ({ router }) => {
      equal(await router.ready, 'done')
      deepEqual([headings(), loads.length], [[shown], shown === 'sent' ? 0 : 1])
      loads.length = 0
      equal(await router.reload(), 'done')
      deepEqual([headings(), loads], [['loaded'], ['/data']])
      equal(document.getElementById('hashbang-data'), null)
    })
  })
}

for (const state of ['/throws', '/fails']) {
  test(`${state} leaves the content of the server, and the next page replaces it`, () =>
    taking(state, `<x-sent>${SENT}</x-sent>`, async ({ router, errors }) => {
      equal(await router.ready, 'failed')
      deepEqual([headings(), errors.length], [['Sent'], 1])
      equal(await router.navigate('#!/data'), 'done')
      deepEqual(headings(), ['loaded'])
    }))
}

for (const [state, sent] of [
  ['/missing', SENT],
  ['', ''],
] as const) {
  test(`the view of the app replaces the content "${sent}" at the state "${state}"`, () =>
    taking(state, sent, async ({ router, text }) => {
      equal(await router.ready, 'done')
      equal(text(), state === '' ? 'Home' : 'Not found')
    }))
}

test('an element of the server stays undefined until its view replaces it', async () => {
  let connected = 0
  const table = defineRoutes({
    home: route('', {
      view: async () => {
        // As the module of a view does when it is evaluated.
        class Sent extends HTMLElement {
          page?: unknown
          connectedCallback() {
            connected += 1
            this.innerHTML = this.page ? '<h1>Defined</h1>' : ''
          }
        }
        customElements.define('x-sent', Sent)
        return { default: Sent }
      },
    }),
  })
  const sent = `<x-sent class="a">${SENT}</x-sent>`
  await onStage(table, { sent, early: true }, async ({ router }) => {
    equal(await router.ready, 'done')
    deepEqual([headings(), connected], [['Defined'], 1])
    equal(customElements.define, CustomElementRegistry.prototype.define)
  })
})

const DECLARED = '<!--hashbang--><style>h1{color:rgb(1,2,3)}</style><h1>Sent</h1><!--hashbang-->'
/** The outlet as the parser makes it of the server's HTML. */
const declared = (name: string, inside: string) =>
  `<${name} class="a" x="y"><template shadowrootmode="open">${inside}</template></${name}>`

test('a shadow tree of the server keeps its styles until its view replaces it', () =>
  holding(
    declared('x-outer', `<!--hashbang-->${declared('x-inner', DECLARED)}<!--hashbang-->`),
    () => {
      for (const name of ['x-outer', 'x-inner']) {
        customElements.define(
          name,
          class extends HTMLElement {
            connectedCallback() {
              this.textContent = 'nothing'
            }
          },
        )
      }
    },
    async (host) => {
      deepEqual(headings(), ['Sent'])
      const heading = elements(document).find(({ localName }) => localName === 'h1')
      equal(getComputedStyle(heading as Element).color, 'rgb(1, 2, 3)')
      deepEqual([host?.localName, host?.getAttribute('x')], ['div', 'y'])
    },
  ))

/** Runs beside a shell that the server has sent around the outlet. */
async function inShell(sent: string, run: (shell: HTMLElement) => Promise<void>): Promise<void> {
  const shell = document.createElement('div')
  shell.setHTMLUnsafe(sent)
  document.body.append(shell)
  try {
    await run(shell)
  } finally {
    shell.remove()
  }
}

for (const when of ['before', 'after'] as const) {
  test(`an element beside the outlet, defined ${when} the start, replaces the shadow tree that was sent`, () => {
    const name = `x-beside-${when}`
    // As Lit does: before the present content, and never looking at it.
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
    return inShell(declared(name, DECLARED), (shell) => {
      if (when === 'before') customElements.define(name, Beside)
      return taking('', SENT, async ({ router }) => {
        await router.ready
        if (when === 'after') customElements.define(name, Beside)
        await Promise.resolve()
        deepEqual(headings(shell), ['Own'])
        equal(elements(shell).filter(({ localName }) => localName === 'style').length, 0)
      })
    })
  })
}

const KEPT: [name: string, sent: string, after: string][] = [
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
    'no attribute that leads elsewhere or is no link',
    '<a href="/x" data-hashbang-href="javascript:alert(1)"></a><a data-hashbang-href="//b.test/#!"></a><a data-hashbang-onclick="x"></a>',
    '<a href="/x"></a><a></a><a data-hashbang-onclick="x"></a>',
  ],
]
for (const [name, sent, after] of KEPT) {
  test(`a visit by "#!" restores the links of the shell: ${name}`, () =>
    inShell(sent, (shell) =>
      taking('', SENT, async ({ router }) => {
        await router.ready
        equal(shell.innerHTML, after)
      }),
    ))
}
