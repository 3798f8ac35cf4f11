/** Mounts a React element, as React's manual does. */
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { Show } from '../cases.ts'

export const show =
  (node: () => ReactNode): Show =>
  (element) => {
    const root = createRoot(element)
    root.render(node())
    return () => root.unmount()
  }

/** Mounts it at once: an error of the first render is one of the view. */
export function showNow(element: Element, node: ReactNode): () => void {
  const root = createRoot(element)
  flushSync(() => root.render(node))
  return () => root.unmount()
}
