/** @jsxImportSource preact */
/** Preact by its manual, and its router-free half: hooks, context, lazy. */
import {
  Component,
  type ComponentChildren,
  createContext,
  type FunctionComponent,
  options,
  render,
} from 'preact'
import { createPortal, flushSync, lazy, Suspense } from 'preact/compat'
import { useContext, useEffect, useId, useRef, useState } from 'preact/hooks'
import { cases, type Show } from '../cases.ts'
import { aside, fail, keysOf, never, write } from '../parts/leaves.ts'
import { WORDS } from '../parts/words.ts'

const show =
  (App: FunctionComponent): Show =>
  (element) => {
    render(<App />, element)
    return () => render(null, element)
  }
const Theme = createContext('light')
const Themed = () => <b>{useContext(Theme)}</b>
const Late = lazy(() => import('../parts/late-preact.tsx'))
function showNow(element: Element, node: ComponentChildren) {
  flushSync(() => render(node, element))
  return () => render(null, element)
}

const hooked: string[] = []
/** As a library that wraps the options does when it is imported. */
function wrap(name: 'vnode' | 'diffed' | 'unmount', mark: string): void {
  const before = options[name]
  options[name] = (vnode) => {
    hooked.push(mark)
    before?.(vnode)
  }
}
wrap('unmount', 'wrapped')

function Clicked() {
  const [n, set] = useState(0)
  useEffect(() => set((one) => one + 1), [])
  return <button onClick={() => set((one) => one + 10)}>{n}</button>
}

export default cases({
  text: show(() => <h1 class="title">Preact</h1>),
  state: show(() => {
    const [n, set] = useState(0)
    useEffect(() => {
      if (n < 3) set(n + 1)
    }, [n])
    return <p>{n}</p>
  }),
  fetched: show(() => {
    const [all, set] = useState<{ name: string }[]>([])
    useEffect(() => {
      fetch('/data/people.json').then(async (answer) => set(await answer.json()))
    }, [])
    return (
      <ul>
        {all.map(({ name }) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    )
  }),
  context: show(() => (
    <Theme.Provider value="dark">
      <Themed />
    </Theme.Provider>
  )),
  lazy: show(() => (
    <Suspense fallback={<p>Loading…</p>}>
      <Late />
    </Suspense>
  )),
  form: show(() => {
    const id = useId()
    const input = useRef<HTMLInputElement>(null)
    useEffect(() => input.current?.focus(), [])
    return (
      <form>
        <label for={id}>Name</label>
        <input ref={input} id={id} value="Ada" onInput={() => {}} />
        <input type="checkbox" checked />
        <select value="b">
          <option>a</option>
          <option>b</option>
        </select>
      </form>
    )
  }),
  clicked(element) {
    const done = showNow(element, <Clicked />)
    element.querySelector('button')?.click()
    return done
  },
  api: show(() => <p id={useId()}>{[...hooked, keysOf(options, Component.prototype)].join()}</p>),
  portal: show(() => (
    <>
      <p>inside</p>
      {createPortal(<p>outside</p>, document.body)}
    </>
  )),
  table: show(() => (
    <table>
      <tbody>
        {WORDS.map((word, at) => (
          <tr key={word} hidden={at === 0}>
            <td>{at * 1.5}</td>
            <td>{word}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )),
  svg: show(() => (
    <svg viewBox="0 0 2 2">
      <use href="#x" />
      <text x="1" y="1" text-anchor="middle">
        T
      </text>
    </svg>
  )),
})

const shows =
  (use: () => ComponentChildren): Show =>
  (element) => {
    const One = () => <>{use()}</>
    return showNow(element, <One />)
  }

export const leaves = cases({
  api(element) {
    write(options, 'leak', 'leak')
    write(Component.prototype, 'leak', 'leak')
    return showNow(element, 'api')
  },
  hooks(element) {
    wrap('vnode', 'vnode')
    wrap('diffed', 'diffed')
    options.debounceRendering = () => undefined
    write(options, 'requestAnimationFrame', () => undefined)
    return showNow(element, <Clicked />)
  },
  throws: shows(() => fail(useId())),
  effect: shows(() => {
    useEffect(() => fail('an effect'))
    return 'effect'
  }),
  cleanup: shows(() => {
    useEffect(() => () => fail('a cleanup'))
    return 'cleanup'
  }),
  suspended: shows(() => {
    throw never
  }),
  unmounted(element) {
    render(<Clicked />, aside())
    element.append('never unmounted')
  },
  late(element) {
    const done = showNow(element, 'late')
    const more = () => render(<Clicked />, document.createElement('div'))
    return () => {
      done()
      more()
      setInterval(more, 1)
      requestAnimationFrame(more)
    }
  },
  endless: shows(() => {
    const [n, set] = useState(0)
    useEffect(() => set(n + 1))
    return 'endless'
  }),
})
