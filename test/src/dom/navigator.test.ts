/** What a navigation comes to: one outcome each, whatever happens meanwhile. */
import '../../../src/texts.ts'
import { deepEqual, equal, match, ok, rejects, throws } from 'playwright-test/taps'
import { defineRoutes } from '../../../src/define-routes.ts'
import { block } from '../../../src/dom/block.ts'
import { hashHistory } from '../../../src/dom/history/hash-events.ts'
import { memoryHistory } from '../../../src/dom/history/memory.ts'
import { navigationHistory } from '../../../src/dom/history/navigation-api.ts'
import type { History } from '../../../src/dom/history/types.ts'
import { start } from '../../../src/dom/navigator.ts'
import { html } from '../../../src/html.ts'
import { notFound, redirect } from '../../../src/outcome.ts'
import { int } from '../../../src/params.ts'
import type { Page } from '../../../src/resolution.ts'
import { route } from '../../../src/route.ts'
import { pathScheme } from '../../../src/scheme.ts'
import { htmlView, mountView } from '../../../src/view.ts'
import { suite } from '../../run/suite.ts'
import { gate, onStage, says, until, viewing } from './stage.ts'

const at = (state: string): void => window.location.replace(`#!${state}`)
const histories: Record<string, () => History> = {
  hash: () => hashHistory(),
  memory: () => memoryHistory(),
}
if (window.navigation?.currentEntry) histories.navigation = () => navigationHistory()

for (const [name, make] of Object.entries(histories)) {
  const test = suite(`navigator on ${name} history`)

  // Loaders that wait for the test, and keep their signals.
  const slow = { ...gate(), signals: [] as AbortSignal[] }
  const again = gate<undefined>()
  const routes = defineRoutes(
    {
      home: route('', { head: () => ({ title: 'Home' }), view: says('Home') }),
      item: route('/items/:id', {
        params: { id: int },
        search: { page: int.optional(1) },
        load: ({ params }) => `Item ${params.id}`,
        head: ({ data }) => ({ title: data }),
        view: viewing(
          htmlView(({ data }) => html`<h1>${data as string}</h1><p id="sec">Section</p>`),
        ),
      }),
      slow: route('/slow', {
        load: ({ signal }) => {
          slow.signals.push(signal)
          return slow.opened
        },
        view: says('Slow'),
      }),
      hangs: route('/hangs', {
        load: () => new Promise<undefined>(() => {}),
        pending: says('Wait'),
        view: says('Never'),
      }),
      admits: route('/admits', {
        guard: () => undefined,
        load: () => new Promise<undefined>(() => {}),
        pending: says('Wait'),
        view: says('Never'),
      }),
      sent: route('/sent', { guard: () => redirect('admits') }),
      again: route('/again', { load: () => again.opened, view: says('Again') }),
      nothing: route('/nothing', { load: () => Promise.reject(undefined) }),
      old: route('/old', { load: () => redirect('item', { id: 1 }) }),
      locked: route('/locked', { guard: () => redirect('home', {}, { status: 302 }) }),
      loop: route('/loop', { load: () => redirect('pool') }),
      pool: route('/pool', { load: () => redirect('loop') }),
      gone: route('/missing', { load: () => notFound() }),
      throws: route('/throws', {
        load: (): undefined => {
          throw new Error('no luck')
        },
      }),
      broken: route('/broken', {
        view: viewing(
          mountView(() => {
            throw new Error('cannot mount')
          }),
        ),
      }),
    },
    { notFound: says('Not here'), error: says('Sorry'), pending: says('Wait for it') },
  )
  const staged = (
    run: Parameters<typeof onStage<typeof routes.routes>>[2],
    options: { onError?: (error: unknown, page: Page) => void; pendingMs?: number } = {},
  ) => {
    if (name !== 'memory') at('')
    return onStage(routes, { history: make(), ...options }, run)
  }

  test('shows the first page, and says that it is done', () =>
    staged(async ({ router, text }) => {
      equal(await router.ready, 'done')
      equal(text(), 'Home')
      equal(router.page?.state, '')
    }))

  test('goes to a route by name and by link', () =>
    staged(async ({ router, text }) => {
      equal(await router.navigate('item', { id: 7 }), 'done')
      match(text(), /Item 7/)
      equal(await router.navigate('#!/items/8?page=2'), 'done')
      match(text(), /Item 8/)
      deepEqual({ ...router.page?.levels[0]?.search }, { page: 2 })
    }))

  test('keeps what it is given with the entry of the history', () =>
    staged(async ({ router }) => {
      await router.navigate(
        'item',
        { id: 7 },
        { historyState: { from: 'here' }, search: { page: 3 } },
      )
      deepEqual(router.historyState, { from: 'here' })
      equal(router.page?.state, '/items/7?page=3')
    }))

  test('refuses what leads out of the page', () =>
    staged(async ({ router }) => {
      const out = [
        '//evil.example/x',
        'javascript:alert(1)',
        'https://evil.example/#!/items/1',
        'nowhere',
      ]
      for (const href of out) await rejects(router.navigate(href as '#!'), RangeError)
      // The error lists the names that there are.
      await rejects(router.navigate('itm' as '#!'), /HB015.*itm.*home.*item/)
      equal(router.page?.state, '')
    }))

  test('shows the page that a redirect leads to, once, in one entry', () =>
    staged(async ({ router, text }) => {
      const shown: string[] = []
      router.subscribe((page) => shown.push(page.state))
      equal(await router.navigate('old'), 'redirected')
      match(text(), /Item 1/)
      equal(await router.navigate('locked'), 'redirected')
      equal(text(), 'Home')
      deepEqual(shown, ['/items/1', ''])
    }))

  test('ends a circle of redirects with the failure page', () => {
    const errors: unknown[] = []
    return staged(
      async ({ router, text }) => {
        equal(await router.navigate('loop'), 'failed')
        equal(text(), 'Sorry')
        match(String(errors[0]), /Stopped after 10 redirects/)
        equal(await router.navigate('home'), 'done')
      },
      { onError: (error) => errors.push(error) },
    )
  })

  test('shows what a loader lacks or throws, and goes on from there', () =>
    staged(async ({ router, text }) => {
      equal(await router.navigate('gone'), 'done')
      equal(text(), 'Not here')
      equal(router.page?.status, 404)
      equal(await router.navigate('throws'), 'failed')
      equal(text(), 'Sorry')
      equal(await router.navigate('broken'), 'failed')
      equal(text(), 'Sorry')
      equal(await router.navigate('item', { id: 2 }), 'done')
      match(text(), /Item 2/)
    }))

  test('drops what a loader gives after the reader has gone on', () =>
    staged(async ({ router, text }) => {
      const first = router.navigate('slow')
      await until(() => slow.signals.length > 0)
      equal(await router.navigate('item', { id: 3 }), 'done')
      equal(await first, 'superseded')
      equal(slow.signals.at(-1)?.aborted, true)
      slow.open()
      await slow.opened
      match(text(), /Item 3/)
    }))

  test('is not locked by a loader that hangs, and shows the pending view meanwhile', () =>
    staged(
      async ({ router, outlet, text }) => {
        const hanging = router.navigate('hangs')
        await until(() => text() === 'Wait')
        equal(outlet.ariaBusy, 'true')
        equal(router.pending, '/hangs')
        equal(await router.navigate('item', { id: 4 }), 'done')
        equal(await hanging, 'superseded')
        equal(outlet.ariaBusy, null)
        equal(router.pending, null)
        match(text(), /Item 4/)
      },
      { pendingMs: 5 },
    ))

  for (const to of ['admits', 'sent'] as const) {
    test(`shows the address of a guarded page as soon as it lets the reader in: ${to}`, () => {
      const history = make()
      if (name !== 'memory') at('')
      return onStage(routes, { history, pendingMs: 1 }, async ({ router, text }) => {
        const hanging = router.navigate(to)
        await until(() => text() === 'Wait' && history.read() === '/admits')
        equal(await router.navigate('home'), 'done')
        equal(await hanging, 'superseded')
      })
    })
  }

  test('shows what was loading when the reader is kept from going on', () =>
    staged(
      async ({ router, text }) => {
        const first = router.navigate('again')
        await until(() => text() === 'Wait for it')
        const undo = block(router, () => false)
        equal(await router.navigate('item', { id: 1 }), 'blocked')
        equal(await first, 'superseded')
        again.open(undefined)
        await until(() => text() === 'Again' && router.pending === null)
        undo()
      },
      { pendingMs: 1 },
    ))

  test('ends a navigation whose question is never answered when another comes', () =>
    staged(async ({ router, text }) => {
      let asked = 0
      const undo = block(router, () => asked++ > 0 || new Promise<boolean>(() => {}))
      const first = router.navigate('item', { id: 1 })
      equal(await router.navigate('item', { id: 2 }), 'done')
      equal(await first, 'superseded')
      match(text(), /Item 2/)
      undo()
    }))

  test('refuses to keep what cannot be cloned, and says where and what to do', () =>
    staged(async ({ router }) => {
      const kept = router.navigate('item', { id: 7 }, { historyState: { done: () => 'secret' } })
      await rejects(kept, (error: unknown) => {
        ok(error instanceof TypeError)
        match(error.message, /"\/items\/7".*clone.*plain data/s)
        return true
      })
      equal(router.page?.state, '')
    }))

  test('tells of what is thrown even when it is undefined', () => {
    const errors: unknown[] = []
    return staged(
      async ({ router }) => {
        equal(await router.navigate('nothing'), 'failed')
        match(String(errors[0]), /threw undefined/)
      },
      { onError: (error) => errors.push(error) },
    )
  })

  test('refuses a second router on one outlet until the first is stopped', () =>
    staged(async ({ router, outlet, text }) => {
      const options = { context: undefined, outlet, history: memoryHistory() }
      throws(
        () => start(routes, options),
        /second router on this outlet: call stop\(\) on the first/,
      )
      equal(text(), 'Home')
      router.stop()
      start(routes, options).stop()
    }))

  test(`${name === 'memory' ? 'leaves alone' : 'sets'} the title and the focus of the document`, () => {
    const before = document.title
    const field = document.createElement('input')
    document.body.append(field)
    field.focus()
    return staged(async ({ router }) => {
      await router.navigate('item', { id: 3 })
      equal(document.title, name === 'memory' ? before : 'Item 3')
      equal(document.activeElement === field, name === 'memory')
      equal(document.querySelectorAll('[role=status]').length, name === 'memory' ? 0 : 1)
      equal(document.querySelectorAll('link[rel=canonical]').length, name === 'memory' ? 0 : 1)
    }).finally(() => field.remove())
  })

  test('brings the page back when the reader turns back to it from a pending one', () =>
    staged(
      async ({ router, text }) => {
        await router.navigate('item', { id: 4 })
        void router.navigate('hangs')
        await until(() => text() === 'Wait')
        equal(await router.navigate('#!/items/4?~=sec'), 'done')
        match(text(), /Item 4/)
      },
      { pendingMs: 5 },
    ))

  test('loads the current state anew when asked to, and when its link is followed again', () =>
    staged(async ({ router }) => {
      let shown = 0
      router.subscribe(() => shown++)
      await router.navigate('item', { id: 5 })
      equal(await router.navigate('item', { id: 5 }), 'done')
      equal(await router.reload(), 'done')
      equal(shown, 3)
    }))

  test('keeps the page for an anchor in it', () =>
    staged(async ({ router, outlet }) => {
      let shown = 0
      router.subscribe(() => shown++)
      await router.navigate('item', { id: 6 })
      const heading = outlet.querySelector('h1')
      equal(await router.navigate('item', { id: 6 }, { anchor: 'sec' }), 'done')
      equal(outlet.querySelector('h1'), heading)
      equal(router.page?.anchor, 'sec')
      equal(router.page?.state, '/items/6')
      equal(shown, 1)
      equal(document.activeElement?.id, 'sec')
    }))

  test(
    'stops at once, whatever is under way, any number of times',
    async () => {
      for (let round = 0; round < (name === 'memory' ? 300 : 3); round++) {
        await staged(async ({ router }) => {
          void router.navigate('hangs')
        })
      }
      equal(document.querySelectorAll('[role=status]').length, 0)
    },
    { timeout: 60_000 },
  )

  test('says what is wrong in its own words when the error view fails too', () => {
    const table = defineRoutes(
      {
        home: route('', { view: says('Home') }),
        broken: route('/broken', { view: viewing(boom) }),
      },
      { error: viewing(boom) },
    )
    if (name !== 'memory') at('')
    return onStage(table, { history: make() }, async ({ router, text }) => {
      equal(await router.navigate('broken'), 'failed')
      equal(text(), 'Something went wrong')
      equal(await router.navigate('home'), 'done')
    })
  })

  for (const [where, key] of [
    ['loader', 'load'],
    ['view', 'view'],
  ] as const) {
    test(`goes where a ${where} sends the reader meanwhile, and keeps no entry of the first`, async () => {
      let go = (): Promise<unknown> => Promise.resolve()
      const table = defineRoutes({
        home: route('', { view: says('Home') }),
        a:
          key === 'load'
            ? route('/a', { load: () => void go(), view: says('A') })
            : route('/a', { view: viewing(mountView(() => void go())) }),
        b: route('/b', { view: says('B') }),
      })
      if (name !== 'memory') at('')
      await onStage(table, { history: make() }, async ({ router, text }) => {
        const shown: string[] = []
        router.subscribe((page) => shown.push(page.state))
        let second: Promise<string> | undefined
        go = () => {
          second ??= router.navigate('b')
          return second
        }
        equal(await router.navigate('a'), 'superseded')
        equal(await second, 'done')
        equal(text(), 'B')
        deepEqual(shown, ['/b'])
        ok(router.page)
      })
    })
  }
}

const boom = mountView(() => {
  throw new Error('boom')
})

suite('navigator with paths')('shows states that have no path, and comes to an end', () => {
  const table = defineRoutes(
    { home: route('', { view: says('Home') }), keyed: route('a=:a', { view: says('Keyed') }) },
    { scheme: pathScheme({ base: '/app' }), notFound: viewing(boom), error: viewing(boom) },
  )
  return onStage(table, { history: memoryHistory('a=1') }, async ({ router, text }) => {
    equal(text(), 'Keyed')
    equal(await router.navigate('/app/nowhere'), 'failed')
    equal(text(), 'Something went wrong')
  })
})
