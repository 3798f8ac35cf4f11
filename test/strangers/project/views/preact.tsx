/** @jsxImportSource preact */
/** Preact by its manual, and its router-free half: hooks, context, lazy. */
import { createContext, type FunctionComponent, render } from 'preact'
import { lazy, Suspense } from 'preact/compat'
import { useContext, useEffect, useId, useRef, useState } from 'preact/hooks'
import { cases, type Show } from '../cases.ts'

const show =
  (App: FunctionComponent): Show =>
  (element) => {
    render(<App />, element)
    return () => render(null, element)
  }
const Theme = createContext('light')
const Themed = () => <b>{useContext(Theme)}</b>
const Late = lazy(() => import('../parts/late-preact.tsx'))

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
  svg: show(() => (
    <svg viewBox="0 0 2 2">
      <use href="#x" />
      <text x="1" y="1" text-anchor="middle">
        T
      </text>
    </svg>
  )),
})
