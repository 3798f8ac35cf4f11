/** Mounts a Vue component, as Vue's manual does. */
import { type App, createApp, type VNode } from 'vue'
import type { Show } from '../cases.ts'

/** @param setup Runs once; returns the render function. */
export const show =
  (setup: () => () => VNode | readonly VNode[], use?: (app: App) => void): Show =>
  (element) => {
    const app = createApp({ setup })
    use?.(app)
    app.mount(element)
    return () => app.unmount()
  }
