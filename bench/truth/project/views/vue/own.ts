/**
 * The state that Vue apps keep: reactive objects, computed values, watchers, composables, in
 * modules; and the changes that they make to Vue itself.
 */
import {
  computed,
  defineComponent,
  effectScope,
  h,
  inject,
  onMounted,
  provide,
  reactive,
  ref,
  shallowRef,
  useId,
  type VNode,
  watchEffect,
} from 'vue'
import type { Data } from '../../data.ts'

const state = reactive({ title: undefined as string | undefined, views: 0 })
const titles = ref<string[]>([])
const joined = computed(() => titles.value.join(', '))
const seen: string[] = []
const scope = effectScope()
scope.run(() =>
  watchEffect(
    () => {
      if (state.title) seen.push(state.title)
    },
    { flush: 'sync' },
  ),
)
const shared = (() => {
  const title = shallowRef<string>()
  return (first: string) => {
    title.value ??= first
    return title
  }
})()
const fallback = { title: undefined as string | undefined }
let vnode: VNode | undefined

const kinds: Readonly<Record<string, (data: Data) => () => VNode>> = {
  'reactive, first wins': ({ title }) => {
    state.title ??= title
    return () => h('p', state.title)
  },
  'reactive, counted': () => {
    state.views += 1
    return () => h('p', `${state.views} views`)
  },
  'ref of a module grows': ({ title }) => {
    titles.value.push(title)
    return () => h('p', joined.value)
  },
  'watcher of a module': ({ title }) => {
    state.title = title
    return () => h('p', seen.join(', '))
  },
  'shared composable': ({ title }) => {
    const known = shared(title)
    return () => h('p', known.value)
  },
  'inject, fallback changed': ({ title }) => {
    const given = inject('truth', fallback)
    given.title ??= title
    provide('truth', given)
    return () => h('p', given.title)
  },
  'vue useId': () => {
    const id = useId()
    return () => h('p', id)
  },
  'mounted writes a ref': ({ title }) => {
    const before = state.title ?? 'none'
    onMounted(() => {
      state.title = title
    })
    return () => h('p', before)
  },
  'vue vnode kept': ({ title }) => {
    vnode ??= h('p', title)
    return () => vnode as VNode
  },
  'prototype of refs': ({ title }) => {
    const refs = Object.getPrototypeOf(ref(0)) as { truthTitle?: string }
    refs.truthTitle ??= title
    return () => h('p', refs.truthTitle)
  },
}

export default defineComponent({
  props: { data: { type: Object as () => Data, required: true } },
  setup: ({ data }) => (kinds[data.kind] as (data: Data) => () => VNode)(data),
})
