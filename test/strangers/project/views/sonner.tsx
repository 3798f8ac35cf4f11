/** Sonner. */
import { useEffect } from 'react'
import { Toaster, toast } from 'sonner'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

function App() {
  useEffect(() => void toast('My first toast', { duration: Number.POSITIVE_INFINITY }), [])
  return <Toaster />
}

export default cases({
  empty: show(() => (
    <>
      <Toaster />
      <p>page</p>
    </>
  )),
  toast: show(() => <App />),
})
