import type { Data } from '../../data.ts'
import { noteOf } from '../../notes/index.ts'

export default function Note(props: { data: Data }) {
  const text = noteOf(props.data)
  return <p>{text}</p>
}
