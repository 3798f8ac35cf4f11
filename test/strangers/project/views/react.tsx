/** React 19 by its manual. */
import React, {
  Component,
  createContext,
  lazy,
  memo,
  type ReactNode,
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
import { createRoot } from 'react-dom/client'
import { cases, type Show } from '../cases.ts'
import { aside, fail, keysOf, never, write } from '../parts/leaves.ts'
import { show, showNow } from '../parts/react.ts'
import { WORDS } from '../parts/words.ts'

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

function Clicked() {
  const [n, set] = useState(0)
  return (
    <button type="button" onClick={() => set(n + 10)}>
      {n}
    </button>
  )
}
function Api() {
  const words = React.Children.map(WORDS, (word) => React.createElement('u', null, word))
  const keys = keysOf(React, Component.prototype, React.Children)
  return React.createElement('p', null, words, React.version, keys)
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
  clicked(element) {
    const done = showNow(element, <Clicked />)
    element.querySelector('button')?.click()
    return done
  },
  api: show(() => <Api />),
  table: show(() => (
    <table>
      <tbody>
        {WORDS.map((word, at) => (
          <tr key={word} className={at % 2 ? 'odd' : undefined} hidden={at === 0}>
            <td>{at * 1.5}</td>
            <td>{word}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )),
  svg: show(() => (
    <svg viewBox="0 0 4 4">
      <title>Drawing</title>
      <linearGradient id="g" />
      <path d="M0 0h4" strokeWidth={2} />
    </svg>
  )),
})

const shows =
  (use: () => ReactNode): Show =>
  (element) => {
    const One = () => use()
    return showNow(element, <One />)
  }
const renderApart = (node: ReactNode) => createRoot(document.createElement('div')).render(node)
function Quiet() {
  const [n, set] = useState(0)
  useEffect(() => React.startTransition(() => set((one) => (one < 3 ? one + 1 : one))))
  return <i>{useDeferredValue(n)}</i>
}

export const leaves = cases({
  api: shows(() => {
    write(React, 'version', 'changed')
    write(React, 'createElement', () => null)
    write(React, 'leak', 'leak')
    write(React.Children, 'map', () => [])
    write(Component.prototype, 'setState', () => undefined)
    return 'api'
  }),
  throws: shows(() => fail(useId())),
  effect: shows(() => {
    useEffect(() => fail('an effect'))
    return 'effect'
  }),
  cleanup: shows(() => {
    useEffect(() => () => fail('a cleanup'))
    return 'cleanup'
  }),
  never: shows(() => use(never)),
  unmounted(element) {
    createRoot(aside()).render(<Counter />)
    element.append('never unmounted')
  },
  scheduled(element) {
    for (let at = 0; at < 50; at++) renderApart(<Quiet />)
    element.append('scheduled')
    setInterval(() => renderApart(<Quiet />), 1)
  },
  late(element) {
    const done = showNow(element, 'late')
    return () => {
      done()
      renderApart(<Transition />)
      setTimeout(renderApart, 0, <Transition />)
      setInterval(renderApart, 1, <Transition />)
    }
  },
  endless: shows(() => {
    const [n, set] = useState(0)
    useEffect(() => set(n + 1))
    return 'endless'
  }),
})
