/** Which index.html is read, and how. */
import { expect } from '@playwright/test'
import { adoptedShell, readShell } from '../../../server/site/shell.ts'
import { suite } from '../../run/suite.ts'

const test = suite('shell')

const OUTLET = '<hashbang-outlet></hashbang-outlet>'
const HTML = `<!doctype html><title>x</title>${OUTLET}`

const nested = (levels: number) => '<div>'.repeat(levels) + OUTLET + '</div>'.repeat(levels)

test('the byte order mark of a file is no text of the page', () => {
  expect(readShell(`\ufeff${HTML}`).html).toBe(HTML)
  expect(adoptedShell(`\ufeff${HTML}`).html).toBe(HTML)
})

test('a shell may be deeper than any view', () => {
  expect(readShell(nested(600)).html).toBe(nested(600))
})

test('a shell that is too deep for a worker is refused with the file and the limit', () => {
  expect(() => readShell(nested(2000), 'index.html')).toThrow(
    /^index\.html has elements in 2003 levels, and snapshots are made of 1000 at most: add missing end tags/,
  )
})

test('a shell with two outlets is refused', () => {
  expect(() => readShell(HTML + OUTLET, 'index.html')).toThrow(
    'index.html has 2 <hashbang-outlet>s: keep one',
  )
})

test('an outlet in an SVG picture is none', () => {
  expect(() => readShell(`<svg>${OUTLET}</svg>`, 'index.html')).toThrow(
    'index.html has no <hashbang-outlet>',
  )
})
