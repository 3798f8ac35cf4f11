/** What is added to a router by a function of its own: blocking, preloading, view transitions. */
import { deepEqual, equal, ok } from 'playwright-test/taps'
import { defineRoutes } from '../../../src/define-routes.ts'
import { block } from '../../../src/dom/block.ts'
import { memoryHistory } from '../../../src/dom/history/memory.ts'
import { hooksOf } from '../../../src/dom/hooks.ts'
import { preload } from '../../../src/dom/preload.ts'
import { viewTransitions } from '../../../src/dom/transitions.ts'
import { around } from '../../../src/dom/wrap-hooks.ts'
import { html } from '../../../src/html.ts'
import { redirect } from '../../../src/outcome.ts'
import { route, routeWith } from '../../../src/route.ts'
import { htmlView } from '../../../src/view.ts'
import { suite } from '../../run/suite.ts'
import { onStage, says, turn, until, viewing } from './stage.ts'

const loads: string[] = []
const signals: AbortSignal[] = []
let imports = 0
const routes = defineRoutes({
  home: route('', {
    view: viewing(htmlView(() => html`<a href="#!/items/1">1</a> <a href="#!/items/2">2</a>`)),
  }),
  item: route('/items/:id', {
    load: ({ params, signal }) => {
      loads.push(params.id)
      signals.push(signal)
      return undefined
    },
    view: viewing(htmlView<undefined, { id: string }>(({ params }) => html`Item ${params.id}`)),
  }),
  far: route('/far', {
    view: async () => {
      imports++
      return { default: htmlView(() => html`Far`) }
    },
  }),
  fails: route('/fails', {
    load: () => {
      loads.push('fails')
      throw new Error('for now')
    },
    view: says('Fails'),
  }),
})
const staged = (run: Parameters<typeof onStage<typeof routes.routes>>[2]) => {
  loads.length = 0
  return onStage(routes, { history: memoryHistory() }, run)
}

const blocking = suite('block')

blocking('keeps the reader while any question is answered by no, or fails', () =>
  staged(async ({ router, text }) => {
    const asked: string[] = []
    let answer: boolean | Promise<boolean> = false
    const first = block(router, (state) => {
      asked.push(state)
      return answer
    })
    const second = block(router, () => true)
    equal(await router.navigate('item', { id: '1' }), 'blocked')
    answer = Promise.reject(new Error('no answer'))
    equal(await router.navigate('item', { id: '2' }), 'blocked')
    deepEqual(loads, [])
    answer = Promise.resolve(true)
    equal(await router.navigate('item', { id: '3' }), 'done')
    answer = false
    first()
    equal(await router.navigate('item', { id: '4' }), 'done')
    second()
    deepEqual(asked, ['/items/1', '/items/2', '/items/3'])
    equal(text(), 'Item 4')
  }),
)

blocking('asks before the document is left, and no more once the work is saved', () =>
  staged(async ({ router }) => {
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    const undo = block(router, () => false)
    equal(leave(), true)
    undo()
    equal(leave(), false)
  }),
)

blocking('lets a newer navigation pass a question that is still open', () =>
  staged(async ({ router, text }) => {
    let answers = 0
    const undo = block(router, () => (answers++ === 0 ? new Promise(() => {}) : true))
    const first = router.navigate('item', { id: '1' })
    equal(await router.navigate('item', { id: '2' }), 'done')
    equal(text(), 'Item 2')
    undo()
    void first
  }),
)

const preloading = suite('preload')
const hover = (link: Element | null) =>
  link?.dispatchEvent(new Event('pointerover', { bubbles: true, composed: true }))

preloading('loads the page of a link that is pointed at, once, and uses it', () =>
  staged(async ({ router, outlet, text }) => {
    const undo = preload(router)
    const link = outlet.querySelector('a')
    hover(link)
    hover(link)
    await until(() => loads.length > 0)
    equal(await router.navigate('item', { id: '1' }), 'done')
    equal(text(), 'Item 1')
    deepEqual(loads, ['1'])
    equal(await router.reload(), 'done')
    deepEqual(loads, ['1', '1'])
    undo()
  }),
)

preloading(
  'asks the guard again, and forgets the page, when the reader has logged out since',
  async () => {
    const context = { user: 'ann' as string | null }
    const loaded: (string | null)[] = []
    const route = routeWith<typeof context>()
    const table = defineRoutes({
      home: route('', {
        view: viewing(htmlView(() => html`<a href="#!/mine">1</a> <a href="#!/ours">2</a>`)),
      }),
      login: route('/login', { view: says('Log in') }),
      mine: route('/mine', {
        guard: ({ context }) => (context.user ? undefined : redirect('login')),
        load: ({ context }) => {
          loaded.push(context.user)
          return context.user
        },
        view: viewing(htmlView(({ data }) => html`Page of ${data as string}`)),
      }),
      ours: route('/ours', { view: says('Ours') }),
    })
    const options = { history: memoryHistory(), context: context as never }
    await onStage(table, options, async ({ router, outlet, text }) => {
      const undo = preload(router)
      const link = () => outlet.querySelector('a')
      hover(link())
      await until(() => loaded.length === 1)
      context.user = null
      equal(await router.navigate('mine'), 'redirected')
      equal(text(), 'Log in')
      await router.navigate('home')
      context.user = 'ann'
      hover(link())
      await until(() => loaded.length === 2)
      context.user = 'bob'
      await router.reload()
      equal(await router.navigate('mine'), 'done')
      equal(text(), 'Page of bob')
      undo()
    })
  },
)

preloading('keeps nothing that has failed or is too old', () =>
  staged(async ({ router, outlet }) => {
    const undo = preload(router, { keepMs: 0 })
    hover(outlet.querySelector('a'))
    await until(() => loads.length > 0)
    await router.navigate('item', { id: '1' })
    deepEqual(loads, ['1', '1'])
    undo()
    const again = preload(router)
    outlet.innerHTML = '<a href="#!/fails">fails</a>'
    hover(outlet.querySelector('a'))
    await until(() => loads.includes('fails'))
    equal(await router.navigate('fails'), 'failed')
    equal(loads.filter((one) => one === 'fails').length, 2)
    again()
  }),
)

preloading('imports the views of links in sight when there is nothing else to do', () =>
  staged(async ({ router, outlet }) => {
    imports = 0
    const undo = preload(router)
    outlet.insertAdjacentHTML('beforeend', '<a href="#!/far">far</a>')
    await until(() => imports === 1)
    deepEqual(loads, [])
    undo()
  }),
)

preloading('stops what it has begun when it is undone', () =>
  staged(async ({ router, outlet }) => {
    const undo = preload(router)
    hover(outlet.querySelector('a'))
    await until(() => signals.length > 0)
    undo()
    equal(signals.at(-1)?.aborted, true)
  }),
)

preloading('does nothing for readers who save data', () =>
  staged(async ({ router, outlet }) => {
    Object.defineProperty(navigator, 'connection', {
      value: { saveData: true },
      configurable: true,
    })
    const undo = preload(router)
    hover(outlet.querySelector('a'))
    await turn()
    deepEqual(loads, [])
    undo()
    Reflect.deleteProperty(navigator, 'connection')
  }),
)

const moving = suite('view transitions')

moving('paint each page in one, but for the first, and none for less motion', async () => {
  let transitions = 0
  const { startViewTransition } = Document.prototype
  const { matchMedia } = window
  document.startViewTransition = ((update: () => Promise<void>) => {
    transitions++
    const done = update()
    return { updateCallbackDone: done, ready: Promise.reject(new Error('skipped')), finished: done }
  }) as typeof startViewTransition
  await staged(async ({ router, text }) => {
    const undo = viewTransitions(router)
    equal(await router.navigate('item', { id: '1' }), 'done')
    equal(text(), 'Item 1')
    equal(transitions, 1)
    window.matchMedia = () => ({ matches: true }) as MediaQueryList
    await router.navigate('item', { id: '2' })
    equal(transitions, 1)
    window.matchMedia = matchMedia
    undo()
    await router.navigate('item', { id: '3' })
    equal(transitions, 1)
    equal(text(), 'Item 3')
  })
  Reflect.deleteProperty(document, 'startViewTransition')
})

if ('startViewTransition' in Document.prototype) {
  moving('go on with the newest page when one overtakes another', () =>
    staged(async ({ router, text }) => {
      const undo = viewTransitions(router)
      const first = router.navigate('item', { id: '1' })
      const second = router.navigate('item', { id: '2' })
      deepEqual(await Promise.all([first, second]), ['superseded', 'done'])
      equal(text(), 'Item 2')
      ok(await router.navigate('home'))
      undo()
    }),
  )
}

const hooking = suite('hooks')

hooking('can be given back in any order, and twice', () =>
  staged(async ({ router }) => {
    const hooks = hooksOf(router)
    const own = hooks.paint
    const painted: string[] = []
    const paintsFirst = (name: string) =>
      around(hooks, 'paint', (inner) => (update, visit) => {
        painted.push(name)
        return inner(update, visit)
      })
    const [a, b, c] = [paintsFirst('a'), paintsFirst('b'), paintsFirst('c')]
    await router.navigate('item', { id: '1' })
    a()
    await router.navigate('item', { id: '2' })
    a()
    c()
    await router.navigate('item', { id: '3' })
    b()
    await router.navigate('item', { id: '4' })
    deepEqual(painted, ['c', 'b', 'a', 'c', 'b', 'b'])
    equal(hooks.paint, own)
  }),
)
