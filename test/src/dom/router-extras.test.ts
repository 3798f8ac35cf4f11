/** The functions that are added to a router by name: blocking, preloading, view transitions. */
import { deepEqual, equal } from 'playwright-test/taps'
import { defineRoutes } from '../../../src/define-routes.ts'
import { block } from '../../../src/dom/block.ts'
import { around, hooksOf } from '../../../src/dom/hooks.ts'
import { preload } from '../../../src/dom/preload.ts'
import { viewTransitions } from '../../../src/dom/transitions.ts'
import { html } from '../../../src/html.ts'
import { redirect } from '../../../src/outcome.ts'
import { routeWith } from '../../../src/route.ts'
import { htmlView } from '../../../src/view.ts'
import { suite } from '../../run/suite.ts'
import { onStage, says, turn, until, viewing } from './stage.ts'

/** Each load, as its requester and its target, with its signal. */
const loads: { readonly name: string; readonly signal: AbortSignal }[] = []
const loaded = () => loads.map(({ name }) => name)
let imports = 0
const context = { user: 'ann' as string | null }
const route = routeWith<typeof context>()
const routes = defineRoutes({
  home: route('', {
    view: viewing(
      htmlView(
        () => html`<a href="#!/items/1">1</a> <a href="#!/mine">2</a> <a href="#!/fails">3</a>`,
      ),
    ),
  }),
  item: route('/items/:id', {
    load: ({ params, signal }) => void loads.push({ name: params.id, signal }),
    view: viewing(htmlView<undefined, { id: string }>(({ params }) => html`Item ${params.id}`)),
  }),
  mine: route('/mine', {
    guard: ({ context }) => (context.user ? undefined : redirect('login')),
    load: ({ context, signal }) => {
      loads.push({ name: context.user ?? '', signal })
      return context.user
    },
    view: viewing(htmlView(({ data }) => html`Page of ${data as string}`)),
  }),
  login: route('/login', { view: says('Log in') }),
  far: route('/far', {
    view: async () => {
      imports++
      return { default: htmlView(() => html`Far`) }
    },
  }),
  fails: route('/fails', {
    load: ({ signal }): undefined => {
      loads.push({ name: 'fails', signal })
      throw new Error('for now')
    },
    view: says('Fails'),
  }),
})
const staged = (run: Parameters<typeof onStage<typeof routes.routes>>[2]) => {
  loads.length = 0
  context.user = 'ann'
  return onStage(routes, { context: context as never }, run)
}

const blocking = suite('block')

blocking('keeps the page while any block answers no or fails', () =>
  staged(async ({ router, text }) => {
    const checked: string[] = []
    let answer: boolean | Promise<boolean> = false
    const first = block(router, (state) => {
      checked.push(state)
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
    deepEqual(checked, ['/items/1', '/items/2', '/items/3'])
    equal(text(), 'Item 4')
  }),
)

blocking(
  'keeps the reader in the document unless the answer is yes, until the block is undone',
  () =>
    staged(async ({ router }) => {
      const leave = () => {
        const event = new Event('beforeunload', { cancelable: true })
        window.dispatchEvent(event)
        return event.defaultPrevented
      }
      const asked: string[] = []
      let answer: boolean | Promise<boolean> = false
      const undo = block(router, (state) => {
        asked.push(state)
        return answer
      })
      equal(leave(), true)
      // A promise comes too late.
      answer = Promise.resolve(true)
      equal(leave(), true)
      answer = true
      equal(leave(), false)
      deepEqual(asked, ['', '', ''])
      answer = false
      undo()
      equal(leave(), false)
    }),
)

const preloading = suite('preload')
const hover = (root: ParentNode, state: string) =>
  root
    .querySelector(`a[href="#!${state}"]`)
    ?.dispatchEvent(new Event('pointerover', { bubbles: true, composed: true }))

preloading('loads the page of a link under the pointer once, and uses it once', () =>
  staged(async ({ router, outlet, text }) => {
    const undo = preload(router)
    hover(outlet, '/items/1')
    hover(outlet, '/items/1')
    await until(() => loads.length > 0)
    equal(await router.navigate('item', { id: '1' }), 'done')
    equal(text(), 'Item 1')
    deepEqual(loaded(), ['1'])
    equal(await router.reload(), 'done')
    deepEqual(loaded(), ['1', '1'])
    undo()
  }),
)

preloading('runs the guard again, and drops the page, when the context has changed', () =>
  staged(async ({ router, outlet, text }) => {
    const undo = preload(router)
    hover(outlet, '/mine')
    await until(() => loads.length === 1)
    context.user = null
    equal(await router.navigate('mine'), 'redirected')
    equal(text(), 'Log in')
    await router.navigate('home')
    context.user = 'ann'
    hover(outlet, '/mine')
    await until(() => loads.length === 2)
    context.user = 'bob'
    await router.reload()
    equal(await router.navigate('mine'), 'done')
    equal(text(), 'Page of bob')
    undo()
  }),
)

for (const [cause, state, ms] of [
  ['is too old', '/items/1', 5000],
  ['has failed', '/fails', 0],
] as const) {
  preloading(`does not use data that ${cause}`, () =>
    staged(async ({ router, outlet }) => {
      const undo = preload(router)
      hover(outlet, state)
      await until(() => loads.length > 0)
      const { now } = performance
      const later = now.call(performance) + ms
      performance.now = () => later
      await router.navigate(`#!${state}`).finally(() => Object.assign(performance, { now }))
      equal(loads.length, 2)
      undo()
    }),
  )
}

preloading('imports the views of visible links when the browser is idle', () =>
  staged(async ({ router, outlet }) => {
    imports = 0
    const undo = preload(router)
    outlet.insertAdjacentHTML('beforeend', '<a href="#!/far">far</a>')
    await until(() => imports === 1)
    deepEqual(loads, [])
    undo()
  }),
)

preloading('aborts its loads when it is undone', () =>
  staged(async ({ router, outlet }) => {
    const undo = preload(router)
    hover(outlet, '/items/1')
    await until(() => loads.length > 0)
    undo()
    equal(loads[0]?.signal.aborted, true)
  }),
)

preloading('does nothing for readers who save data', () =>
  staged(async ({ router, outlet }) => {
    const connection = { value: { saveData: true }, configurable: true }
    Object.defineProperty(navigator, 'connection', connection)
    const undo = preload(router)
    hover(outlet, '/items/1')
    await turn()
    deepEqual(loads, [])
    undo()
    Reflect.deleteProperty(navigator, 'connection')
  }),
)

const moving = suite('view transitions')

moving('wrap each paint but the first, and none with reduced motion', async () => {
  let transitions = 0
  const { matchMedia } = window
  document.startViewTransition = ((update: () => Promise<void>) => {
    transitions++
    const done = update()
    return { updateCallbackDone: done, ready: Promise.reject(new Error('skipped')), finished: done }
  }) as typeof document.startViewTransition
  await staged(async ({ router, text }) => {
    const undo = viewTransitions(router)
    equal(await router.navigate('item', { id: '1' }), 'done')
    deepEqual([text(), transitions], ['Item 1', 1])
    window.matchMedia = () => ({ matches: true }) as MediaQueryList
    await router.navigate('item', { id: '2' })
    window.matchMedia = matchMedia
    undo()
    await router.navigate('item', { id: '3' })
    deepEqual([text(), transitions], ['Item 3', 1])
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
      undo()
    }),
  )
}

suite('hooks')('can be undone in any order, and twice', () =>
  staged(async ({ router }) => {
    const hooks = hooksOf(router)
    const painted: string[] = []
    const paintsFirst = (name: string) =>
      around(hooks, 'paint', (inner) => (update, visit) => {
        painted.push(name)
        return inner(update, visit)
      })
    const [a, b, c] = [paintsFirst('a'), paintsFirst('b'), paintsFirst('c')]
    for (const undone of [[], [a], [a, c], [b]]) {
      for (const undo of undone) undo()
      await router.reload()
    }
    deepEqual(painted, ['c', 'b', 'a', 'c', 'b', 'b'])
    equal(hooks.wraps.paint.size, 0)
  }),
)
