import { createPinia } from 'pinia'

export const activePinia = createPinia()
