// Which states are of one kind, where no route table says it. In: a state of a page. Out: the name of its group. States of one shape
// show about as much and are made by the same code: those that differ in their last part. The first page is a kind by itself.

/** Names the group, such as `/#/phones/*`: the path of the page, "#", and the states. */
export function groupOf({
  page,
  state,
}: {
  readonly page: string
  readonly state: string
}): string {
  if (state === '') return `${page}#`
  const path = state.split(/[?&]/, 1)[0] ?? ''
  return `${page}#${path.slice(0, path.lastIndexOf('/') + 1)}*`
}

/** The choice that a purge of a group takes: all of its states, and maybe some below them. */
export function purgeOf(group: string): {
  readonly page: string
  readonly state?: string
  readonly prefix?: string
} {
  const at = group.indexOf('#')
  const [page, states] = [group.slice(0, at), group.slice(at + 1)]
  return states === '' ? { page, state: '' } : { page, prefix: states.slice(0, -1) }
}
