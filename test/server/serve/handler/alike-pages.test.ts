/** States of an adopted page that all show the same: with errors none of it is theirs. */
import { expect } from '@playwright/test'
import { createAlikePages } from '../../../../server/serve/handler/alike-pages.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('alike pages')

test('a page with errors that shows what all others show is lost, once two others are known', () => {
  const { judge } = createAlikePages()
  expect(judge('/', '/a', 'shell', true)).toBe('unsure')
  expect(judge('/', '/b', 'shell', true)).toBe('unsure')
  expect(judge('/', '/c', 'shell', true)).toBe('lost')
  expect(judge('/', '/a', 'shell', true)).toBe('lost')
})

test('one that shows something else is its own, and so are those beside it', () => {
  const { judge } = createAlikePages()
  for (const state of ['/a', '/b']) judge('/', state, 'shell', true)
  expect(judge('/', '/c', 'content', true)).toBe('own')
  expect(judge('/', '/a', 'shell', true)).toBe('own')
})

test('a page without errors is its own, and the first page is one by both of its names', () => {
  const { judge } = createAlikePages()
  expect(judge('/', '', 'home', false)).toBe('own')
  expect(judge('/', '/', 'home', true)).toBe('unsure')
  expect(judge('/', '/b', 'home', true)).toBe('unsure')
  expect(judge('/other', '/b', 'home', true)).toBe('unsure')
})
