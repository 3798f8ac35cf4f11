import { h, type VNode } from 'preact'
import { pageOf } from './page.ts'

export default pageOf(h as never as (...all: unknown[]) => VNode)
