import { useState } from 'react'
import type { Data } from '../../data.ts'
import { noteOf } from '../../notes/index.ts'

export default function Note({ data }: { data: Data }) {
  const [text] = useState(() => noteOf(data))
  return <p>{text}</p>
}
