/** Solid by its manual. */
import * as Solid from 'solid-js'
import {
  createEffect,
  createMemo,
  createResource,
  createSignal,
  ErrorBoundary,
  For,
  Index,
  type JSX,
  lazy,
  Match,
  onMount,
  Show,
  Suspense,
  Switch,
} from 'solid-js'
import { createStore } from 'solid-js/store'
import { Dynamic, delegateEvents, Portal, render } from 'solid-js/web'
import { cases, type Show as ShowIn } from '../cases.ts'
import { aside, fail, keysOf, never, write } from '../parts/leaves.ts'

const show =
  (App: () => JSX.Element): ShowIn =>
  (element) =>
    render(() => <App />, element)
const people = async () => (await fetch('/data/people.json')).json()
const Late = lazy(() => import('../parts/solid-late.tsx'))

function Clicked() {
  const [n, set] = createSignal(0)
  const [late, setLate] = createSignal('early')
  createEffect(() => setLate('effect'))
  onMount(() => set((one) => one + 1))
  return (
    <button type="button" onClick={() => Solid.batch(() => set((one) => one + 10))}>
      {n()} {late()}
    </button>
  )
}

export default cases({
  clicked(element, page) {
    const done = show(Clicked)(element, page)
    element.querySelector('button')?.click()
    return done
  },
  api: show(() => (
    <p id={Solid.createUniqueId()}>
      {keysOf(Solid.sharedConfig, Solid.SuspenseList)} {Solid.createUniqueId()}
    </p>
  )),
  signals: show(() => {
    const [n, set] = createSignal(1)
    const double = createMemo(() => n() * 2)
    onMount(() => set(5))
    return <p>{double()}</p>
  }),
  resource: show(() => {
    const [all] = createResource(people)
    return (
      <Suspense fallback={<p>Loading…</p>}>
        <For each={all()}>{(person: { name: string }) => <p>{person.name}</p>}</For>
      </Suspense>
    )
  }),
  flow: show(() => {
    const [n] = createSignal(3)
    return (
      <>
        <Show when={n() > 2} fallback="no">
          <b>yes</b>
        </Show>
        <Switch fallback="none">
          <Match when={n() === 1}>one</Match>
          <Match when={n() === 3}>three</Match>
        </Switch>
        <Index each={['a', 'b']}>{(text, index) => <i>{`${index} ${text()}`}</i>}</Index>
        <Dynamic component="em">dynamic</Dynamic>
      </>
    )
  }),
  store: show(() => {
    const [state, set] = createStore({ list: [{ done: false }, { done: true }] })
    createEffect(() => set('list', 0, 'done', true))
    return <p classList={{ all: state.list.every(({ done }) => done) }}>list</p>
  }),
  lazy: show(() => (
    <Suspense fallback="Loading…">
      <Late />
    </Suspense>
  )),
  portal: show(() => (
    <>
      <p>inside</p>
      <Portal>
        <p>outside</p>
      </Portal>
    </>
  )),
  error: show(() => (
    <ErrorBoundary fallback={(error) => <p>Caught: {error.message}</p>}>
      {(() => {
        throw new Error('broken')
      })()}
    </ErrorBoundary>
  )),
  form: show(() => (
    <form>
      <input value="Ada" />
      <input type="checkbox" checked />
      <textarea>text</textarea>
      <svg viewBox="0 0 1 1">
        <path d="M0 0" stroke-width="2" />
      </svg>
    </form>
  )),
})

export const leaves = cases({
  shared(element) {
    write(Solid.sharedConfig, 'context', { id: 'leak', count: 3 })
    write(Solid.sharedConfig, 'leak', 'leak')
    element.append('shared')
  },
  scheduling: show(() => {
    Solid.enableScheduling(() => undefined as never)
    Solid.enableExternalSource(() => ({ track: () => 'leak', dispose: () => undefined }))
    return 'scheduling'
  }),
  throws: show(() => fail(Solid.createUniqueId())),
  batch: show(() => Solid.batch(() => fail('a batch'))),
  effect: show(() => {
    createEffect(() => fail('an effect'))
    return 'effect'
  }),
  cleanup: show(() => {
    Solid.onCleanup(() => fail('a cleanup'))
    return 'cleanup'
  }),
  transition: show(() => {
    const [data] = createResource(() => never)
    void Solid.startTransition(() => data())
    return 'transition'
  }),
  suspended: show(() => {
    const [data] = createResource(() => never)
    return <Suspense fallback="waits">{data()}</Suspense>
  }),
  unmounted(element) {
    render(() => <Clicked />, aside())
    delegateEvents(['input', 'leak'])
    element.append('never unmounted')
  },
  roots(element) {
    const [n, set] = createSignal(0)
    Solid.createRoot(() => createEffect(() => element.replaceChildren(`ticks ${Math.min(n(), 0)}`)))
    setInterval(() => set((one) => one + 1), 1)
  },
})
