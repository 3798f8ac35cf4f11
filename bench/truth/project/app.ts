/** The app of the bench `truth`: every kind, in every framework that can show it. */
import { CROSSED } from './kinds.ts'
import { tableOf } from './table.ts'

export const routes = tableOf(CROSSED, import.meta.glob<never>('./views/*/*.{ts,tsx,vue,svelte}'))
