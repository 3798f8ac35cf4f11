// Explains mistakes in heads: tags that no document shows. Workers call it.

import { meant } from '../../src/closest.ts'
import { show } from '../../src/texts.ts'
import { diagnosis } from './diagnosis.ts'

const KEYS = 'title description lang robots image canonical meta link'.split(' ')

/** `isNew && { … }` leaves `false` in a list. */
const isNoRecord = (one: unknown): boolean => Boolean(one) && Object(one) !== one

export function headHints(name = '', head: unknown): string[] {
  if (head == null) return []
  if (Object.prototype.toString.call(head) !== '[object Object]')
    return [diagnosis('HB122', name, `is ${show(head)}`)]
  return Object.entries(head as object).flatMap(([key, value]) => {
    if (!KEYS.includes(key)) return [diagnosis('HB122', name, `has "${key}"${meant(key, KEYS)}`)]
    const isWrong = /^(?:meta|link)$/.test(key) && [value ?? []].flat().some(isNoRecord)
    return isWrong ? [diagnosis('HB122', name, `has ${show(value)} as "${key}"`)] : []
  })
}
