/**
 * The result of a navigation: one outcome each, for any events meanwhile. Tests whose result may
 * differ by history run over all of them.
 */
import '../../../src/texts.ts'
import { deepEqual, equal, match, ok, rejects, throws } from 'playwright-test/taps'
import { defineRoutes } from '../../../src/define-routes.ts'
import { block } from '../../../src/dom/block.ts'
import { memoryHistory } from '../../../src/dom/history/memory.ts'
import { start } from '../../../src/dom/navigator.ts'
import { html } from '../../../src/html.ts'
import { notFound, redirect } from '../../../src/outcome.ts'
import { int } from '../../../src/params.ts'
import { route } from '../../../src/route.ts'
import { pathScheme } from '../../../src/scheme.ts'
import { htmlView, mountView } from '../../../src/view.ts'
import { suite } from '../../run/suite.ts'
import { browserHistories, fails, onStage, says, turn, until, viewing } from './stage.ts'

/** The loads under way, in their order, that end when the unit says so. */
const loading: { readonly signal: AbortSignal; readonly end: () => void }[] = []
/** The acts of the views of `app` when they come, if any. */
let onView = (): unknown => undefined
let onLoad = (): unknown => undefined
let isDown = false

const never = () => new Promise<undefined>(() => {})
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
      load: ({ signal }) =>
        new Promise<undefined>((resolve) => {
          loading.push({ signal, end: () => resolve(undefined) })
        }),
      pending: says('Wait'),
      view: says('Slow'),
    }),
    admits: route('/admits', { guard: () => undefined, load: never, pending: says('Wait') }),
    sent: route('/sent', { guard: () => redirect('admits') }),
    loads: route('/loads', { load: () => void onLoad(), view: says('Loaded') }),
    mounts: route('/mounts', { view: viewing(mountView(() => void onView())) }),
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
    broken: route('/broken', { view: fails }),
    flaky: route('/flaky', {
      load: async () => {
        if (isDown) throw new Error('down')
      },
      view: says('Up'),
      error: viewing(htmlView(({ state }) => html`<a href="#!${state}">Try again</a>`)),
    }),
  },
  { notFound: says('Not here'), error: says('Sorry') },
)
type Run = Parameters<typeof onStage<typeof routes.routes>>[2]

for (const [name, make] of Object.entries({
  ...browserHistories(),
  memory: () => memoryHistory(),
})) {
  const test = suite(`navigator on ${name} history`)
  const isMemory = name === 'memory'
  const staged = (run: Run) => {
    if (!isMemory) window.location.replace('#!')
    loading.length = 0
    return onStage(routes, { history: make(), pendingMs: 1 }, run)
  }

  test('shows the first page, and goes to others by name and by link', () =>
    staged(async ({ router, text }) => {
      equal(await router.ready, 'done')
      equal(text(), 'Home')
      equal(await router.navigate('item', { id: 7 }, { search: { page: 3 } }), 'done')
      match(text(), /Item 7/)
      equal(router.page?.state, '/items/7?page=3')
      equal(await router.navigate('#!/items/8?page=2', { historyState: { from: 'here' } }), 'done')
      match(text(), /Item 8/)
      deepEqual({ ...router.page?.levels[0]?.search }, { page: 2 })
      deepEqual(router.historyState, { from: 'here' })
    }))

  test(`${isMemory ? 'leaves alone' : 'sets'} the title and the focus of the document`, () => {
    const before = document.title
    const field = document.createElement('input')
    document.body.append(field)
    field.focus()
    return staged(async ({ router }) => {
      await router.navigate('item', { id: 3 })
      equal(document.title, isMemory ? before : 'Item 3')
      equal(document.activeElement === field, isMemory)
      for (const one of ['[role=status]', 'link[rel=canonical]'])
        equal(document.querySelectorAll(one).length, isMemory ? 0 : 1)
      // An error has no address of its own.
      await router.navigate('gone')
      equal(document.querySelector('link[rel=canonical]'), null)
    }).finally(() => field.remove())
  })

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

  test('shows the pending view, and drops the data of a loader that the reader has left', () =>
    staged(async ({ router, outlet, text }) => {
      const first = router.navigate('slow')
      await until(() => text() === 'Wait')
      deepEqual([outlet.ariaBusy, router.pending], ['true', '/slow'])
      equal(await router.navigate('item', { id: 3 }), 'done')
      equal(await first, 'superseded')
      deepEqual([outlet.ariaBusy, router.pending], [null, null])
      equal(loading[0]?.signal.aborted, true)
      loading[0]?.end()
      await Promise.resolve()
      match(text(), /Item 3/)
    }))

  for (const to of ['admits', 'sent'] as const) {
    test(`shows the address of a guarded page as soon as it lets the reader in: ${to}`, async () => {
      const history = make()
      if (!isMemory) window.location.replace('#!')
      await onStage(routes, { history, pendingMs: 1 }, async ({ router, text }) => {
        const hanging = router.navigate(to)
        await until(() => text() === 'Wait' && history.read() === '/admits')
        equal(await router.navigate('home'), 'done')
        equal(await hanging, 'superseded')
      })
    })
  }

  test('loads the pending page again when a block stops the next navigation', () =>
    staged(async ({ router, text }) => {
      const first = router.navigate('slow')
      await until(() => text() === 'Wait')
      const undo = block(router, () => false)
      equal(await router.navigate('item', { id: 1 }), 'blocked')
      equal(await first, 'superseded')
      await until(() => loading.length === 2)
      loading[1]?.end()
      await until(() => text() === 'Slow' && router.pending === null)
      undo()
    }))

  test('ends a navigation that waits for a block without an answer when another one starts', () =>
    staged(async ({ router, text }) => {
      let calls = 0
      const undo = block(router, () => calls++ > 0 || new Promise<boolean>(() => {}))
      const first = router.navigate('item', { id: 1 })
      equal(await router.navigate('item', { id: 2 }), 'done')
      equal(await first, 'superseded')
      match(text(), /Item 2/)
      undo()
    }))

  test('loads only a pending page again after the browser restores it from its back/forward cache', () =>
    staged(async ({ router, text }) => {
      const leaveAndReturn = () => {
        for (const type of ['pagehide', 'pageshow'])
          window.dispatchEvent(new PageTransitionEvent(type, { persisted: true }))
      }
      void router.navigate('slow')
      await until(() => loading.length === 1)
      leaveAndReturn()
      await until(() => loading.length === 2)
      equal(loading[0]?.signal.aborted, true)
      loading[1]?.end()
      await until(() => text() === 'Slow' && router.pending === null)
      leaveAndReturn()
      await turn()
      deepEqual([router.pending, loading.length], [null, 2])
    }))

  test('shows the page again when the reader returns to it from a pending page', () =>
    staged(async ({ router, text }) => {
      await router.navigate('item', { id: 4 })
      void router.navigate('slow')
      await until(() => text() === 'Wait')
      equal(await router.navigate('#!/items/4?~=sec'), 'done')
      match(text(), /Item 4/)
    }))

  test('loads the current state again on reload, and when its link is followed again', () =>
    staged(async ({ router }) => {
      let shown = 0
      router.subscribe(() => shown++)
      await router.navigate('item', { id: 5 })
      equal(await router.navigate('item', { id: 5 }), 'done')
      equal(await router.reload(), 'done')
      equal(shown, 3)
    }))

  for (const to of ['#!/flaky', '#!/flaky?~=sec'] as const)
    test(`tries again at a click on a link to the state of the error page: ${to}`, () =>
      staged(async ({ router, outlet, text }) => {
        isDown = true
        equal(await router.navigate(to), 'failed')
        const link = outlet.querySelector('a')
        isDown = false
        if (isMemory) await router.navigate(link?.getAttribute('href') as '#!')
        else link?.click()
        await until(() => text() === 'Up')
      }))

  test('keeps the page for an anchor in it', () =>
    staged(async ({ router, outlet }) => {
      let shown = 0
      router.subscribe(() => shown++)
      await router.navigate('item', { id: 6 })
      const heading = outlet.querySelector('h1')
      equal(await router.navigate('item', { id: 6 }, { anchor: 'sec' }), 'done')
      equal(outlet.querySelector('h1'), heading)
      deepEqual([router.page?.anchor, router.page?.state, shown], ['sec', '/items/6', 1])
      equal(document.activeElement?.id, 'sec')
    }))

  for (const where of ['loads', 'mounts'] as const) {
    test(`goes where a page sends the reader while it ${where}, and keeps no entry of the first page`, () =>
      staged(async ({ router, text }) => {
        const shown: string[] = []
        router.subscribe((page) => shown.push(page.state))
        let second: Promise<string> | undefined
        const go = () => {
          second ??= router.navigate('item', { id: 1 })
          return second
        }
        onLoad = go
        onView = go
        equal(await router.navigate(where), 'superseded')
        equal(await second, 'done')
        match(text(), /Item 1/)
        deepEqual(shown, ['/items/1'])
      }))
  }

  test('stops at once with a navigation under way, any number of times', async () => {
    for (let round = 0; round < (isMemory ? 300 : 3); round++)
      await staged(async ({ router }) => void router.navigate('slow'))
    equal(document.querySelectorAll('[role=status]').length, 0)
  })
}

const test = suite('navigator')
const staged = (run: Run) => onStage(routes, {}, run)

test('refuses a URL that leaves the page, and lists the routes for an unknown name', () =>
  staged(async ({ router }) => {
    for (const href of [
      '//evil.example/x',
      'javascript:alert(1)',
      'https://evil.example/#!/items/1',
    ])
      await rejects(router.navigate(href as '#!'), RangeError)
    await rejects(router.navigate('itm' as '#!'), /HB015.*itm.*home.*item/)
    equal(router.page?.state, '')
  }))

const ENDS: [to: string, outcome: string, text: string, error?: RegExp][] = [
  ['loop', 'failed', 'Sorry', /Stopped after 10 redirects/],
  ['gone', 'done', 'Not here'],
  ['throws', 'failed', 'Sorry', /no luck/],
  ['broken', 'failed', 'Sorry', /boom/],
  ['nothing', 'failed', 'Sorry', /threw undefined/],
]
for (const [to, outcome, shown, error] of ENDS) {
  test(`"${to}" ends as ${outcome} with the page for it, and the reader goes on from there`, () =>
    staged(async ({ router, text, errors }) => {
      equal(await router.navigate(to as 'loop'), outcome)
      equal(text(), shown)
      equal(errors.length, error ? 1 : 0)
      if (error) match(String(errors[0]), error)
      equal(await router.navigate('item', { id: 2 }), 'done')
      match(text(), /Item 2/)
    }))
}

test('refuses a history state that cannot be cloned, with an error that names the state and the fix', () =>
  staged(async ({ router }) => {
    const kept = router.navigate('item', { id: 7 }, { historyState: { done: () => 'secret' } })
    await rejects(kept, (error: unknown) => {
      ok(error instanceof TypeError)
      match(error.message, /"\/items\/7".*clone.*plain data/s)
      return true
    })
    equal(router.page?.state, '')
  }))

test('refuses a second router on one outlet until the first is stopped', () =>
  staged(async ({ router, outlet, text }) => {
    const options = { outlet, history: memoryHistory() }
    throws(() => start(routes, options), /second router on this outlet: call stop\(\) on the first/)
    equal(text(), 'Home')
    router.stop()
    start(routes, options).stop()
  }))

test('shows its own error text when the error views fail too, and shows a state without a path', () => {
  const table = defineRoutes(
    {
      home: route('', { view: says('Home') }),
      keyed: route('a=:a', { view: says('Keyed') }),
      broken: route('/broken', { view: fails }),
    },
    { scheme: pathScheme({ base: '/app' }), notFound: fails, error: fails },
  )
  return onStage(table, { history: memoryHistory('a=1') }, async ({ router, text }) => {
    equal(text(), 'Keyed')
    for (const to of ['/app/broken', '/app/nowhere'] as const) {
      equal(await router.navigate(to), 'failed')
      equal(text(), 'Something went wrong')
    }
    equal(await router.navigate('home'), 'done')
  })
})
