import styled, { createGlobalStyle } from 'styled-components'
import type { Data } from '../../data.ts'

const Title = styled.p<{ $order: number }>`
  order: ${({ $order }) => $order};
`
const Theme = createGlobalStyle<{ $order: number }>`
  :root { --page: ${({ $order }) => $order} }
`
let Dynamic: typeof Title | undefined

export default function View({ data }: { data: Data }) {
  if (data.kind === 'styled-components, global styles')
    return (
      <>
        <Theme $order={data.id} />
        <p>{data.title}</p>
      </>
    )
  if (data.kind === 'styled-components, made in a view') {
    Dynamic ??= styled.p`
      order: ${data.id};
    ` as unknown as typeof Title
    return <Dynamic $order={1}>{data.title}</Dynamic>
  }
  return <Title $order={data.id}>{data.title}</Title>
}
