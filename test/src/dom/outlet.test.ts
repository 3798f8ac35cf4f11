/** Which views are in the document, and which never come to be. */
import { deepEqual, equal, notEqual, ok } from 'playwright-test/taps'
import { defineRoutes } from '../../../src/define-routes.ts'
import { memoryHistory } from '../../../src/dom/history/memory.ts'
import { HashbangOutlet } from '../../../src/dom/outlet.ts'
import { html } from '../../../src/html.ts'
import { notFound } from '../../../src/outcome.ts'
import type { Page } from '../../../src/resolution.ts'
import { route } from '../../../src/route.ts'
import { htmlView, mountView, type ViewPage } from '../../../src/view.ts'
import { suite } from '../../run/suite.ts'
import { gate, onStage, says, until, viewing } from './stage.ts'

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

const mounts: string[] = []
const counted = mountView<undefined, { id: string }>((outlet, { params }) => {
  mounts.push(`in ${params.id}`)
  outlet.append(`Counted ${params.id}`)
  return () => mounts.push(`out ${params.id}`)
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
        broken: route('/broken', { view: viewing(mountView(() => boom())) }),
        frame: route('/frame', {
          view: viewing(FrameElement),
          children: (route) => ({ deep: route('/deep', { view: says('Deep') }) }),
        }),
      }),
    }),
  },
  { error: says('Sorry') },
)

function boom(): never {
  throw new Error('boom')
}

const staged = (
  run: Parameters<typeof onStage<typeof routes.routes>>[2],
  options: { pendingMs?: number; onError?: (error: unknown, page: Page) => void } = {},
) => onStage(routes, { history: memoryHistory(), ...options }, run)

test('gives the same element its next page, and another view another element', () =>
  staged(async ({ router, outlet }) => {
    await router.navigate('note', { id: 'a' })
    const note = outlet.querySelector<NoteElement>('test-note')
    await router.navigate('note', { id: 'b' })
    equal(outlet.querySelector('test-note'), note)
    equal(note?.textContent, 'Note b')
    equal(note?.updates, 2)
    await router.navigate('home')
    await router.navigate('note', { id: 'c' })
    notEqual(outlet.querySelector('test-note'), note)
    equal(note?.isConnected, false)
  }))

test('undoes what a view has mounted, each once, and at the end too', async () => {
  mounts.length = 0
  await staged(async ({ router, text }) => {
    await router.navigate('counted', { id: '1' })
    await router.navigate('counted', { id: '2' })
    equal(text(), 'Counted 2')
    await router.navigate('home')
    await router.navigate('counted', { id: '3' })
  })
  await until(() => mounts.length === 6)
  deepEqual(mounts, ['in 1', 'out 1', 'in 2', 'out 2', 'in 3', 'out 3'])
})

test('updates a mounted view in place that says how, and undoes it once', async () => {
  const calls: string[] = []
  const app = mountView<undefined, { id: string }>((outlet, { params }) => {
    const input = document.createElement('input')
    outlet.append(input)
    calls.push(`in ${params.id}`)
    return {
      update: ({ params }) => calls.push(`to ${params.id}`),
      unmount: () => calls.push('out'),
    }
  })
  const table = defineRoutes({
    home: route('', { view: says('Home') }),
    app: route('/app/:id', { view: viewing(app) }),
  })
  await onStage(table, { history: memoryHistory() }, async ({ router, outlet }) => {
    await router.navigate('app', { id: '1' })
    const input = outlet.querySelector('input')
    await router.navigate('app', { id: '2' })
    equal(outlet.querySelector('input'), input)
    await router.navigate('home')
    equal(outlet.querySelector('input'), null)
    await router.navigate('app', { id: '3' })
  })
  await until(() => calls.length === 5)
  deepEqual(calls, ['in 1', 'to 2', 'out', 'in 3', 'out'])
})

test('shows deeper levels in nested outlets and keeps the outer ones as they are', async () => {
  mounts.length = 0
  await staged(async ({ router, outlet, text }) => {
    await router.navigate('shop.item', { id: '1' })
    const input = outlet.querySelector('input')
    input?.focus()
    equal(text(), 'Counted 1')
    await router.navigate('shop.item', { id: '2' })
    equal(text(), 'Counted 2')
    equal(outlet.querySelector('input'), input)
    await router.navigate('shop.item', { id: '9' })
    equal(text(), 'No such thing')
    equal(outlet.querySelector('input'), input)
    equal(router.page?.status, 404)
    await router.navigate('home')
    equal(text(), 'Home')
    await until(() => mounts.length === 4)
    deepEqual(mounts, ['in 1', 'out 1', 'in 2', 'out 2'])
  })
})

test('finds the outer outlet from inside of a shadow root', () =>
  staged(async ({ router, outlet }) => {
    equal(await router.navigate('shop.frame.deep'), 'done')
    const inner = outlet.querySelector('test-frame')?.shadowRoot?.querySelector('hashbang-outlet')
    equal(inner?.textContent, 'Deep')
    equal(inner?.depth, 2)
  }))

test('shows the pending view as far in as the pages are the same', () =>
  staged(
    async ({ router, outlet, text }) => {
      await router.navigate('shop.item', { id: '1' })
      const input = outlet.querySelector('input')
      const slow = router.navigate('shop.slow')
      await until(() => text() === 'Wait in the shop')
      equal(outlet.querySelector('input'), input)
      door('shop').open(undefined)
      equal(await slow, 'done')
      equal(text(), 'Shop')
      equal(outlet.querySelector('input'), input)
    },
    { pendingMs: 1 },
  ))

test('never paints an older page after a newer one, in whatever order they come', () =>
  staged(async ({ router, outlet, text }) => {
    const painted: string[] = []
    const observer = new MutationObserver(() => painted.push(text()))
    observer.observe(outlet, { childList: true, subtree: true, characterData: true })
    const ids = ['a', 'b', 'c', 'd']
    const outcomes = ids.map((id) => router.navigate('slow', { id }))
    for (const id of ['b', 'd', 'a', 'c']) door(id).open(undefined)
    deepEqual(await Promise.all(outcomes), ['superseded', 'superseded', 'superseded', 'done'])
    observer.disconnect()
    deepEqual(painted, ['Slow d'])
  }))

test('drops a lazy view that comes after the reader has gone', () =>
  staged(async ({ router, text }) => {
    const lazy = router.navigate('lazy')
    equal(await router.navigate('home'), 'done')
    door('lazy').open(undefined)
    equal(await lazy, 'superseded')
    equal(text(), 'Home')
    equal(await router.navigate('lazy'), 'done')
    equal(text(), 'Lazy')
  }))

test('holds the end of a navigation as long as the view asks for', () =>
  staged(async ({ router, text }) => {
    let over = false
    const late = router.navigate('late').then((outcome) => {
      over = true
      return outcome
    })
    await until(() => text() === 'Late')
    equal(over, false)
    door('late').open(undefined)
    equal(await late, 'done')
  }))

test('reports what a nested view throws once, and as handled', async () => {
  const errors: string[] = []
  const unhandled: string[] = []
  const onUnhandled = (event: PromiseRejectionEvent) => {
    event.preventDefault()
    unhandled.push(String(event.reason))
  }
  window.addEventListener('unhandledrejection', onUnhandled)
  await staged(
    async ({ router, text }) => {
      equal(await router.navigate('shop.broken'), 'failed')
      equal(text(), 'Sorry')
      equal(await router.navigate('home'), 'done')
    },
    { onError: (error) => errors.push(String(error)) },
  )
  // The browser tells of a rejection in the task after the one in which it came.
  const { port1, port2 } = new MessageChannel()
  await new Promise((resolve) => {
    port1.onmessage = resolve
    port2.postMessage('next')
  })
  port1.close()
  window.removeEventListener('unhandledrejection', onUnhandled)
  deepEqual(errors, ['Error: boom'])
  deepEqual(unhandled, [])
})

test('keeps its view when it is moved within the document', async () => {
  mounts.length = 0
  await staged(async ({ router, outlet, text }) => {
    await router.navigate('counted', { id: '1' })
    const place = document.createElement('main')
    document.body.append(place)
    place.append(outlet)
    await outlet.updateComplete
    equal(text(), 'Counted 1')
    deepEqual(mounts, ['in 1'])
    place.remove()
    await until(() => mounts.length === 2)
  })
})

test('says the title of a page that no view is there for', async () => {
  const table = defineRoutes({ home: route('', { view: says('Home') }) })
  await onStage(table, { history: memoryHistory('/nowhere') }, async ({ router, text }) => {
    equal(text(), 'Not found')
    equal(router.page?.type, 'not-found')
  })
})

test('is refused by name when the document has none', () => {
  ok(!document.querySelector('hashbang-outlet'))
  ok(customElements.get('hashbang-outlet') === HashbangOutlet)
})
