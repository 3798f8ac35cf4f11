/** The state that heads keep. */
import type { Data } from './data.ts'

interface Head {
  readonly title: string
  readonly description?: string
}

let once: Head | undefined
let views = 0
const titles: string[] = []
const HEAD = { title: '', description: 'none' }
const byGroup = new Map<number, string>()

export const heads: Readonly<Record<string, (data: Data) => Head>> = {
  'head once': ({ title }) => (once ??= { title }),
  'head, counted': () => ({ title: `(${++views})` }),
  'head, growing': ({ title }) => {
    titles.push(title)
    return { title: titles.join(' · ') }
  },
  'head, one object': ({ title, note }) => {
    if (note) HEAD.description = note
    HEAD.title = `${title}, ${HEAD.description}`
    return HEAD
  },
  'head, coarse key': ({ group, title }) => {
    const known = byGroup.get(group) ?? title
    byGroup.set(group, known)
    return { title: known }
  },
}
