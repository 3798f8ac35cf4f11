/** @jsxImportSource preact */
/** The state that Preact apps keep: in signals, in contexts, in the options of Preact itself. */
import { computed, effect, signal } from '@preact/signals'
import { Component, type ComponentChildren, createContext, options, type VNode } from 'preact'
import { useContext, useEffect, useId, useState } from 'preact/hooks'
import type { Data } from '../../data.ts'

type Props = { data: Data }

const title = signal<string | undefined>(undefined)
const views = signal(0)
const double = computed(() => views.value * 2)
const heard: string[] = []
effect(() => {
  if (title.value) heard.push(title.value)
})
const Settings = createContext<{ title?: string }>({})
let vnode: VNode | undefined
const hooks = options as { vnode?: ((node: VNode) => void) & { depth?: number } }

const kinds: Readonly<Record<string, (props: Props) => ComponentChildren>> = {
  'global signal, first wins': ({ data }) => {
    useState(() => {
      title.value ??= data.title
    })
    return <p>{title}</p>
  },
  'global signal, counted': () => {
    useState(() => {
      views.value += 1
    })
    return <p>{double} doubled</p>
  },
  'effect of a module': ({ data }) => {
    useState(() => {
      title.value = data.title
    })
    return <p>{heard.join(', ') || 'nothing heard'}</p>
  },
  'preact context changed': ({ data }) => {
    const settings = useContext(Settings)
    settings.title ??= data.title
    return <p>{settings.title}</p>
  },
  'preact useId': () => <p>{useId()}</p>,
  'vnode kept': ({ data }) => (vnode ??= <p>{data.title}</p>),
  'options of preact wrapped': () => {
    const [depth] = useState(() => {
      const real = hooks.vnode
      const now = (real?.depth ?? 0) + 1
      hooks.vnode = Object.assign((node: VNode) => real?.(node), { depth: now })
      return now
    })
    return <p>{depth} wrappers</p>
  },
  'prototype of preact': ({ data }) => {
    const components = Component.prototype as { truthTitle?: string }
    components.truthTitle ??= data.title
    return <p>{components.truthTitle}</p>
  },
  'effect that writes a signal': ({ data }) => {
    const [before] = useState(() => title.peek() ?? 'none')
    useEffect(() => {
      title.value = data.title
    }, [data])
    return <p>{before}</p>
  },
}

export default function View({ data }: Props) {
  const Kind = kinds[data.kind] as (props: Props) => VNode
  return <Kind data={data} />
}
