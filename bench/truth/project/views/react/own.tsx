/** The state that React apps keep in their modules, and in React itself. */
import * as React from 'react'
import {
  Component,
  createContext,
  createElement,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { createPortal } from 'react-dom'
import type { Data } from '../../data.ts'

type Props = { data: Data }

const Settings = createContext({ title: undefined as string | undefined })
let ids = 0
let isTripped = false
let promise: Promise<string> | undefined
let host: HTMLElement | undefined
let Late: React.ComponentType | undefined
let rendered: ReactNode
const store = { title: undefined as string | undefined, listeners: new Set<() => void>() }
const ref = { current: undefined as string | undefined }
const byGroup = new Map<number, Promise<string>>()

class Boundary extends Component<{ children: ReactNode }> {
  override state = { broken: isTripped }
  static getDerivedStateFromError() {
    isTripped = true
    return { broken: true }
  }
  override render() {
    return this.state.broken ? <p>Something went wrong</p> : this.props.children
  }
}
function Risky({ data }: Props) {
  if (data.note) throw new Error(data.note)
  return <p>{data.title}</p>
}
class Counted extends Component<Props> {
  static count = 0
  override render() {
    Counted.count += 1
    return <p>render {Counted.count}</p>
  }
}
function Child() {
  return <p>{useContext(Settings).title}</p>
}

const kinds: Readonly<Record<string, (props: Props) => ReactNode>> = {
  'context default changed': ({ data }) => {
    useContext(Settings).title ??= data.title
    return <Child />
  },
  useId: () => <p id={useId()}>an id</p>,
  'own useId': () => <p>{useState(() => `own-${ids++}`)[0]}</p>,
  'error boundary that trips': ({ data }) => (
    <Boundary>
      <Risky data={data} />
    </Boundary>
  ),
  'static field of a component': ({ data }) => <Counted data={data} />,
  'promise for use()': ({ data }) => {
    promise ??= Promise.resolve(data.title)
    const Shown = ({ text }: { text: Promise<string> }) => <p>{use(text)}</p>
    return (
      <Suspense fallback={<p>Loading</p>}>
        <Used text={promise} Shown={Shown} />
      </Suspense>
    )
  },
  'resource by a coarse key': ({ data }) => {
    const known = byGroup.get(data.group) ?? Promise.resolve(data.title)
    byGroup.set(data.group, known)
    return (
      <Suspense fallback={<p>Loading</p>}>
        <Awaited text={known} />
      </Suspense>
    )
  },
  'lazy made once': ({ data }) => {
    Late ??= lazy(async () => ({ default: () => <p>{data.title}</p> }))
    return (
      <Suspense fallback={<p>Loading</p>}>
        <Late />
      </Suspense>
    )
  },
  'element kept': ({ data }) => (rendered ??= <p>{data.title}</p>),
  'external store': ({ data }) => {
    const title = useSyncExternalStore(
      (listener) => {
        store.listeners.add(listener)
        return () => store.listeners.delete(listener)
      },
      () => store.title,
    )
    useEffect(() => {
      if (store.title !== undefined) return
      store.title = data.title
      for (const tell of store.listeners) tell()
    }, [data])
    return <p>{title ?? 'none'}</p>
  },
  'ref of a module': ({ data }) => {
    const [before] = useState(() => ref.current ?? 'none')
    useEffect(() => {
      ref.current = data.title
    }, [data])
    return <p>{before}</p>
  },
  'prototype of Component': ({ data }) => {
    const components = Component.prototype as { truthTitle?: string }
    components.truthTitle ??= data.title
    return <p>{components.truthTitle}</p>
  },
  'prototype of fibers': ({ data }) => {
    const [shown, show] = useState('')
    const heading = useRef<HTMLParagraphElement>(null)
    useEffect(() => {
      const key = Object.keys(heading.current ?? {}).find((name) => name.startsWith('__reactFiber'))
      const fiber = Reflect.get(heading.current ?? {}, key ?? '') as object
      const fibers = Object.getPrototypeOf(fiber) as { truthTitle?: string }
      fibers.truthTitle ??= data.title
      show(fibers.truthTitle)
    }, [data])
    return <p ref={heading}>{shown}</p>
  },
  'portal host kept': ({ data }) => {
    if (!host) {
      host = document.createElement('aside')
      document.body.append(host)
    }
    return createPortal(<b>{data.title}</b>, host)
  },
  'React.createElement wrapped': ({ data }) => {
    const react = (React as unknown as { default?: object }).default ?? React
    const made = react as { createElement: typeof createElement & { depth?: number } }
    const real = made.createElement
    const depth = (real.depth ?? 0) + 1
    try {
      made.createElement = Object.assign(
        ((...args: Parameters<typeof createElement>) =>
          real(...args)) as unknown as typeof createElement,
        { depth },
      )
    } catch {
      return <p>{data.title}: 1 wrappers</p>
    }
    return (
      <p>
        {data.title}: {depth} wrappers
      </p>
    )
  },
}

function Used({ text, Shown }: { text: Promise<string>; Shown: typeof Awaited }) {
  return <Shown text={text} />
}
function Awaited({ text }: { text: Promise<string> }) {
  return <p>{use(text)}</p>
}

export default function View({ data }: Props) {
  const Kind = kinds[data.kind] as (props: Props) => ReactNode
  return <Kind data={data} />
}
