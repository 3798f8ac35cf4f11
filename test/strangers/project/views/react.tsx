/** React 19 by its manual. */
import {
  createContext,
  lazy,
  memo,
  StrictMode,
  Suspense,
  use,
  useContext,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
  useTransition,
} from 'react'
import { createPortal } from 'react-dom'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

interface Person {
  id: number
  name: string
  born: number
}

const people = (): Promise<Person[]> =>
  fetch('/data/people.json').then((response) => response.json())

function Fetched() {
  const [all, set] = useState<Person[] | null>(null)
  useEffect(() => void people().then(set), [])
  return all ? (
    <ul>
      {all.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  ) : (
    <p>Loading…</p>
  )
}
const kept = new Map<string, Promise<Person[]>>()
function Used() {
  let promise = kept.get('people')
  if (!promise) kept.set('people', (promise = people()))
  return (
    <ol>
      {use(promise).map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ol>
  )
}
const Late = lazy(() => import('../parts/late.tsx'))
function Timed({ ms }: { ms: number }) {
  const [text, set] = useState('early')
  useEffect(() => {
    const timer = setTimeout(() => set(`after ${ms}`), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return <p>{text}</p>
}
function Ids() {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>Name</label>
      <input id={id} defaultValue="x" />
    </>
  )
}
const Theme = createContext('light')
function Themed() {
  return <b>{useContext(Theme)}</b>
}
function Counter() {
  const [n, add] = useReducer((x: number) => x + 1, 0)
  const done = useRef(false)
  useLayoutEffect(() => {
    if (!done.current) {
      done.current = true
      add()
    }
  }, [])
  return <i>{n}</i>
}
const store = {
  value: 1,
  subscribe: (tell: () => void) => {
    const timer = setTimeout(() => {
      store.value = 2
      tell()
    }, 0)
    return () => {
      clearTimeout(timer)
      store.value = 1
    }
  },
}
function Stored() {
  return <p>{useSyncExternalStore(store.subscribe, () => store.value)}</p>
}
function Deferred() {
  const [text, set] = useState('a')
  const later = useDeferredValue(text)
  useEffect(() => set('b'), [])
  return (
    <p>
      {text} {later}
    </p>
  )
}
function Transition() {
  const [text, set] = useState('a')
  const [waits, start] = useTransition()
  useEffect(() => start(() => set('b')), [])
  return (
    <p>
      {text} {String(waits)}
    </p>
  )
}
const Kept = memo(({ text }: { text: string }) => <em>{text}</em>)
function Typed() {
  const [n, set] = useState(0)
  useEffect(() => {
    if (n < 8) {
      const t = setTimeout(() => set(n + 1), 40)
      return () => clearTimeout(t)
    }
  }, [n])
  return <p>{'typewriter'.slice(0, n)}</p>
}

export default cases({
  text: show(() => <h1>Hello</h1>),
  fetched: show(() => <Fetched />),
  suspense: show(() => (
    <Suspense fallback={<p>Loading…</p>}>
      <Used />
    </Suspense>
  )),
  lazy: show(() => (
    <Suspense fallback={<p>Loading…</p>}>
      <Late />
    </Suspense>
  )),
  'timer 60': show(() => <Timed ms={60} />),
  'timer 300': show(() => <Timed ms={300} />),
  'timer 5000': show(() => <Timed ms={5000} />),
  ids: show(() => (
    <StrictMode>
      <Ids />
      <Ids />
    </StrictMode>
  )),
  context: show(() => (
    <Theme value="dark">
      <Themed />
    </Theme>
  )),
  layout: show(() => <Counter />),
  store: show(() => <Stored />),
  deferred: show(() => <Deferred />),
  transition: show(() => <Transition />),
  memo: show(() => <Kept text="kept" />),
  typewriter: show(() => <Typed />),
  head: show(() => (
    <>
      <title>Title of React</title>
      <meta name="description" content="A description" />
      <p>With a head</p>
    </>
  )),
  portal: show(() => (
    <>
      <p>Inside</p>
      {createPortal(<div className="portal">Outside</div>, document.body)}
    </>
  )),
  html: show(() => <div dangerouslySetInnerHTML={{ __html: '<p>raw <b>html</b>' }} />),
  form: show(() => (
    <form>
      <input defaultValue="a" />
      <input type="checkbox" defaultChecked />
      <select defaultValue="2">
        <option>1</option>
        <option>2</option>
      </select>
      <textarea defaultValue="text" />
    </form>
  )),
  svg: show(() => (
    <svg viewBox="0 0 4 4">
      <title>Drawing</title>
      <path d="M0 0h4" strokeWidth={2} />
    </svg>
  )),
})
