/**
 * Entries that are valid by a table of generations that forgets: never more than by one that does
 * not.
 */
import { expect } from '@playwright/test'
import { Generations, MOST_TAGS } from '../../../server/cache/generations.ts'
import { suite } from '../../run/suite.ts'

const test = suite('generations')

test('an entry is valid until one of its tags is raised after its render began', () => {
  const table = new Generations()
  const begun = table.latest
  table.raise(['other'])
  expect(table.isValid(begun, ['a', 'b'])).toBe(true)
  table.raise(['b', 'c'])
  expect(table.isValid(begun, ['a', 'b'])).toBe(false)
  expect(table.isValid(table.latest, ['a', 'b'])).toBe(true)
  // Begun by a server that knows more.
  expect(table.isValid(table.latest + 1, ['a', 'b'])).toBe(true)
})

test('a full table forgets its oldest tags, and renders that began before them are not valid', () => {
  const table = new Generations()
  table.raise(['first'])
  const begun = table.latest
  table.raise(['second'])
  const later = table.latest
  for (let id = 1; id < MOST_TAGS; id++) table.raise([`${id}`])
  expect(table.isValid(begun, ['a'])).toBe(true)
  table.raise(['one more'])
  expect(table.isValid(begun, ['a'])).toBe(false)
  expect(table.isValid(later, ['a'])).toBe(true)
})
