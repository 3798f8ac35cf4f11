/** Mounts a React element, as React's manual does. */
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Show } from '../cases.ts'

export const show =
  (node: () => ReactNode): Show =>
  (element) => {
    const root = createRoot(element)
    root.render(node())
    return () => root.unmount()
  }
