/** The app of the test: kinds whose views need no package but those of this repository. */
import { KINDS } from './kinds.ts'
import { tableOf } from './table.ts'

export const routes = tableOf(
  KINDS,
  import.meta.glob<never>([
    './views/{html,dom,lit,preact,react,svelte,vue}/note.{ts,tsx,svelte,vue}',
    './views/{html,dom,lit,react,svelte,vue}/own.{ts,tsx,svelte}',
    './views/html/plain.ts',
  ]),
)
