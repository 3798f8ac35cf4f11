// Groups the states of a page without a route table. States that differ only in their last part
// form a group: they are rendered by the same code. The first page is a group of its own.

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
