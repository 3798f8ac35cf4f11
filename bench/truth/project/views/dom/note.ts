import { mountView } from 'hashbang-router'
import type { Data } from '../../data.ts'
import { noteOf } from '../../notes/index.ts'

export default mountView<Data>((outlet, { data }) => {
  outlet.textContent = noteOf(data)
})
