import { cache, css, keyframes } from '@emotion/css'
import { Global, css as style } from '@emotion/react'
import type { Data } from '../../data.ts'

export default function View({ data }: { data: Data }) {
  if (data.kind === 'emotion, global styles')
    return (
      <>
        <Global styles={style({ ':root': { '--page': data.id } })} />
        <p>{data.title}</p>
      </>
    )
  const name = css({ color: data.note ? 'red' : 'black', order: data.id })
  const moving = keyframes({ to: { order: data.id } })
  return (
    <p className={name} style={{ animationName: moving }}>
      {Object.keys(cache.inserted).length} rules
    </p>
  )
}
