/**
 * The state that Solid apps keep: signals, stores and roots of modules, resources, events delegated
 * to the document.
 */
import {
  createContext,
  createEffect,
  createMemo,
  createResource,
  createRoot,
  createSignal,
  createUniqueId,
  ErrorBoundary,
  type JSX,
  onMount,
  Suspense,
  untrack,
  useContext,
} from 'solid-js'
import { createStore } from 'solid-js/store'
import type { Data } from '../../data.ts'

type Props = { data: Data }

const [title, setTitle] = createSignal<string>()
const [store, setStore] = createStore({ titles: [] as string[], views: 0 })
const rooted = createRoot(() => {
  const [count, setCount] = createSignal(0)
  const doubled = createMemo(() => count() * 2)
  return { doubled, add: () => setCount((n) => n + 1) }
})
const Settings = createContext<{ title?: string }>({})
let node: JSX.Element
let resource: (() => string | undefined) | undefined
let isBroken = false
const Risky = (props: Props) => {
  if (props.data.note || isBroken) throw new Error('broken')
  return <p>{props.data.title}</p>
}

const kinds: Readonly<Record<string, (props: Props) => JSX.Element>> = {
  'solid signal, first wins': (props) => {
    setTitle((known) => known ?? props.data.title)
    return <p>{title()}</p>
  },
  'solid store grows': (props) => {
    setStore('titles', store.titles.length, props.data.title)
    return <p>{store.titles.join(', ')}</p>
  },
  'solid root of a module': () => {
    rooted.add()
    return <p>{rooted.doubled()} doubled</p>
  },
  'solid context changed': (props) => {
    const settings = useContext(Settings)
    settings.title ??= props.data.title
    return <p>{settings.title}</p>
  },
  'solid element kept': (props) => {
    node ??= <p>{props.data.title}</p>
    return node
  },
  'solid resource kept': (props) => {
    resource ??= createRoot(() => {
      const first = props.data.title
      const [value] = createResource(async () => first)
      return value
    })
    return (
      <Suspense fallback={<p>Loading</p>}>
        <p>{resource()}</p>
      </Suspense>
    )
  },
  'solid unique id': () => <p>{createUniqueId()}</p>,
  'solid boundary that trips': (props) => (
    <ErrorBoundary
      fallback={() => {
        isBroken = true
        return <p>Something went wrong</p>
      }}
    >
      <Risky data={props.data} />
    </ErrorBoundary>
  ),
  'solid effect writes a signal': (props) => {
    const before = title() ?? 'none'
    createEffect(() => setTitle(props.data.title))
    return <p>{before}</p>
  },
  'solid delegated events': (props) => {
    let button: HTMLButtonElement | undefined
    const [clicks, setClicks] = createSignal(0)
    onMount(() => button?.click())
    return (
      <button ref={button} type="button" onClick={() => setClicks((n) => n + 1)}>
        {props.data.title}: {clicks()} clicks
      </button>
    )
  },
}

export default function View(props: Props) {
  const kind = kinds[props.data.kind] as (props: Props) => JSX.Element
  return untrack(() => kind(props))
}
