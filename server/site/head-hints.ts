// Hints about what the `head` of a route returns: tags that no document would show.

import { meant } from '../../src/closest.ts'
import { show } from '../../src/texts.ts'
import { diagnosis } from '../diagnostics/diagnostics.ts'

const KEYS = 'title description lang robots image canonical meta link'.split(' ')

export function headHints(name = '', head: unknown): string[] {
  if (Object.prototype.toString.call(head) !== '[object Object]')
    return [diagnosis('HB122', name, `is ${show(head)}`)]
  return Object.entries(head as object).flatMap(([key, value]) => {
    if (!KEYS.includes(key)) return [diagnosis('HB122', name, `has "${key}"${meant(key, KEYS)}`)]
    const isWrong = /^(?:meta|link)$/.test(key) && [value].flat().some((one) => Object(one) !== one)
    return isWrong ? [diagnosis('HB122', name, `has ${show(value)} as "${key}"`)] : []
  })
}
