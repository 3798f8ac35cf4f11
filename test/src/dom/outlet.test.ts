/** Which views are in the document, and which never come to be. */
import { deepEqual, equal, notEqual, ok } from 'playwright-test/taps'
import { defineRoutes } from '../../../src/define-routes.ts'
import { memoryHistory } from '../../../src/dom/history/memory.ts'
import { HashbangOutlet } from '../../../src/dom/outlet.ts'
import { html } from '../../../src/html.ts'
import { notFound } from '../../../src/outcome.ts'
import { route } from '../../../src/route.ts'
import { htmlView, mountView, type ViewPage } from '../../../src/view.ts'
import { suite } from '../../run/suite.ts'
import { fails, gate, onStage, says, turn, until, viewing } from './stage.ts'

const test = suite('outlet')

class NoteElement extends HTMLElement {
  updates = 0
  set page({ params }: ViewPage<unknown, { id: string }>) {
    this.updates++
    this.textContent = `Note ${params.id}`
  }
}
customElements.define('test-note', NoteElement)

/** A layout whose outlet is in a shadow root. */
class FrameElement extends HTMLElement {
  constructor() {
    super()
    this.attachShadow({ mode: 'open' }).innerHTML = '<hashbang-outlet></hashbang-outlet>'
  }
}
customElements.define('test-frame', FrameElement)

/** The mounted, updated and unmounted views. */
const mounts: string[] = []
const counted = mountView<undefined, { id: string }>((outlet, { params }) => {
  mounts.push(`in ${params.id}`)
  outlet.append(`Counted ${params.id}`)
  return () => mounts.push(`out ${params.id}`)
})
const updated = mountView<undefined, { id: string }>((outlet, { params }) => {
  mounts.push(`in ${params.id}`)
  outlet.append(document.createElement('input'))
  return {
    update: ({ params }) => mounts.push(`to ${params.id}`),
    unmount: () => mounts.push('out'),
  }
})

const doors = new Map<string, ReturnType<typeof gate<undefined>>>()
const door = (id: string) => {
  const one = doors.get(id) ?? gate<undefined>()
  doors.set(id, one)
  return one
}

const routes = defineRoutes(
  {
    home: route('', { view: says('Home') }),
    note: route('/notes/:id', { view: viewing(NoteElement) }),
    counted: route('/counted/:id', { view: viewing(counted) }),
    updated: route('/updated/:id', { view: viewing(updated) }),
    slow: route('/slow/:id', {
      load: ({ params }) => door(params.id).opened,
      view: viewing(htmlView<undefined, { id: string }>(({ params }) => html`Slow ${params.id}`)),
    }),
    lazy: route('/lazy', {
      view: async () => {
        await door('lazy').opened
        return { default: htmlView(() => html`Lazy`) }
      },
    }),
    late: route('/late', {
      view: viewing(
        mountView((outlet, page) => {
          outlet.append('Late')
          page.settled(door('late').opened)
        }),
      ),
    }),
    shop: route('/shop', {
      view: viewing(htmlView(() => html`<input><hashbang-outlet></hashbang-outlet>`)),
      children: (route) => ({
        item: route('/items/:id', {
          load: ({ params }) => (params.id === '9' ? notFound() : undefined),
          notFound: says('No such thing'),
          view: viewing(counted),
        }),
        slow: route('/slow', {
          load: () => door('shop').opened,
          pending: says('Wait in the shop'),
          view: says('Shop'),
        }),
        broken: route('/broken', { view: fails }),
        frame: route('/frame', {
          view: viewing(FrameElement),
          children: (route) => ({ deep: route('/deep', { view: says('Deep') }) }),
        }),
      }),
    }),
  },
  { error: says('Sorry') },
)

const staged = (run: Parameters<typeof onStage<typeof routes.routes>>[2]) => {
  mounts.length = 0
  return onStage(routes, { pendingMs: 1 }, run)
}

test('passes the next page of a view to the same element, and makes a new one after another view', () =>
  staged(async ({ router, outlet }) => {
    await router.navigate('note', { id: 'a' })
    const note = outlet.querySelector<NoteElement>('test-note')
    await router.navigate('note', { id: 'b' })
    equal(outlet.querySelector('test-note'), note)
    deepEqual([note?.textContent, note?.updates], ['Note b', 2])
    await router.navigate('home')
    await router.navigate('note', { id: 'c' })
    notEqual(outlet.querySelector('test-note'), note)
    equal(note?.isConnected, false)
  }))

for (const [name, all] of [
  ['counted', ['in 1', 'out 1', 'in 2', 'out 2', 'in 3', 'out 3']],
  ['updated', ['in 1', 'to 2', 'out', 'in 3', 'out']],
] as const) {
  test(`a mounted view is ${name === 'counted' ? 'unmounted' : 'updated in place, and unmounted'} once for each page, at the end too`, async () => {
    await staged(async ({ router, outlet }) => {
      await router.navigate(name, { id: '1' })
      const input = outlet.querySelector('input')
      await router.navigate(name, { id: '2' })
      equal(outlet.querySelector('input'), input)
      await router.navigate('home')
      equal(outlet.querySelector('input'), null)
      await router.navigate(name, { id: '3' })
    })
    await until(() => mounts.length === all.length)
    deepEqual(mounts, all)
  })
}

test('shows deeper levels in nested outlets and keeps the outer ones as they are', () =>
  staged(async ({ router, outlet, text }) => {
    await router.navigate('shop.item', { id: '1' })
    const input = outlet.querySelector('input')
    equal(text(), 'Counted 1')
    await router.navigate('shop.item', { id: '2' })
    equal(text(), 'Counted 2')
    await router.navigate('shop.item', { id: '9' })
    equal(text(), 'No such thing')
    equal(router.page?.status, 404)
    const slow = router.navigate('shop.slow')
    await until(() => text() === 'Wait in the shop')
    door('shop').open(undefined)
    equal(await slow, 'done')
    equal(text(), 'Shop')
    equal(outlet.querySelector('input'), input)
    await router.navigate('home')
    equal(text(), 'Home')
    await until(() => mounts.length === 4)
    deepEqual(mounts, ['in 1', 'out 1', 'in 2', 'out 2'])
  }))

test('finds the outer outlet from inside of a shadow root', () =>
  staged(async ({ router, outlet }) => {
    equal(await router.navigate('shop.frame.deep'), 'done')
    const inner = outlet.querySelector('test-frame')?.shadowRoot?.querySelector('hashbang-outlet')
    deepEqual([inner?.textContent, inner?.depth], ['Deep', 2])
  }))

test('never paints an older page after a newer page, in any order of loads', () =>
  staged(async ({ router, outlet, text }) => {
    const painted: string[] = []
    const observer = new MutationObserver(() => painted.push(text()))
    observer.observe(outlet, { childList: true, subtree: true, characterData: true })
    const outcomes = ['a', 'b', 'c', 'd'].map((id) => router.navigate('slow', { id }))
    for (const id of ['b', 'd', 'a', 'c']) door(id).open(undefined)
    deepEqual(await Promise.all(outcomes), ['superseded', 'superseded', 'superseded', 'done'])
    observer.disconnect()
    deepEqual(painted, ['Slow d'])
  }))

test('drops a lazy view that loads after the reader has left', () =>
  staged(async ({ router, text }) => {
    const lazy = router.navigate('lazy')
    equal(await router.navigate('home'), 'done')
    door('lazy').open(undefined)
    equal(await lazy, 'superseded')
    equal(text(), 'Home')
    equal(await router.navigate('lazy'), 'done')
    equal(text(), 'Lazy')
  }))

test('ends a navigation only after the promise that the view has passed to settled()', () =>
  staged(async ({ router, text }) => {
    let over = false
    const late = router.navigate('late').finally(() => {
      over = true
    })
    await until(() => text() === 'Late')
    equal(over, false)
    door('late').open(undefined)
    equal(await late, 'done')
  }))

test('reports an error of a nested view once, and as handled', async () => {
  const unhandled: string[] = []
  const onUnhandled = (event: PromiseRejectionEvent) => {
    event.preventDefault()
    unhandled.push(String(event.reason))
  }
  window.addEventListener('unhandledrejection', onUnhandled)
  await staged(async ({ router, text, errors }) => {
    equal(await router.navigate('shop.broken'), 'failed')
    equal(text(), 'Sorry')
    equal(await router.navigate('home'), 'done')
    deepEqual(errors.map(String), ['Error: boom'])
  })
  // The browser tells of a rejection in the task after the one in which it came.
  await turn()
  window.removeEventListener('unhandledrejection', onUnhandled)
  deepEqual(unhandled, [])
})

test('keeps its view when it is moved within the document', () =>
  staged(async ({ router, outlet, text }) => {
    await router.navigate('counted', { id: '1' })
    const place = document.createElement('main')
    document.body.append(place)
    place.append(outlet)
    await outlet.updateComplete
    equal(text(), 'Counted 1')
    deepEqual(mounts, ['in 1'])
    place.remove()
    await until(() => mounts.length === 2)
  }))

test('shows the title of a page that has no view', async () => {
  const table = defineRoutes({ home: route('', { view: says('Home') }) })
  await onStage(table, { history: memoryHistory('/nowhere') }, async ({ router, text }) => {
    deepEqual([text(), router.page?.type], ['Not found', 'not-found'])
  })
})

test('is defined once it is imported', () => {
  ok(!document.querySelector('hashbang-outlet'))
  equal(customElements.get('hashbang-outlet'), HashbangOutlet)
})
