import { createGlobalState, createSharedComposable } from '@vueuse/core'
import { ref } from 'vue'

export const useTitle = createGlobalState(() => ref<string | undefined>())
let uses = 0
export const useCounted = createSharedComposable((title: string) => `${title}, ${++uses}`)
