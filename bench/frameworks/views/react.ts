import { createElement } from 'react'
import { pageOf } from './page.ts'

export default pageOf(
  createElement as never as (...all: unknown[]) => ReturnType<typeof createElement>,
)
