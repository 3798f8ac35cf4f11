/**
 * The configuration that `hashbang adopt` makes of a folder or a URL and of flags; a fault comes
 * with its fix.
 */
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { type AdoptFlags, adoptConfig } from '../../../server/cli/adopt.ts'
import { suite } from '../../run/suite.ts'
import { folderWith } from '../helpers/files.ts'

const test = suite('config of adopt')

const folder = await folderWith({ 'app.html': '', 'states.txt': '' })

const of = (site: string, flags: Partial<AdoptFlags> = {}) =>
  adoptConfig(site, { sandbox: true, port: 0, page: '/', ...flags })

test('a missing folder, page or file of states is an error with its fix', () => {
  const page = '/app.html'
  expect(() => of('./nowhere')).toThrow('"./nowhere" is no folder: pass the folder that holds')
  expect(() => of('')).toThrow('The site is empty')
  expect(() => of(folder)).toThrow(`There is no index.html in "${folder}"`)
  expect(() => of(folder, { page: '/other.html' })).toThrow('There is no other.html in')
  expect(() => of(folder, { page, statesFile: 'none.txt' })).toThrow(
    'There is no file "none.txt": pass a file with one state on each line',
  )
  const statesFile = join(folder, 'states.txt')
  expect(of(folder, { page }).pages).toEqual({ [page]: { site: folder } })
  expect(of(folder, { page, statesFile }).pages).toEqual({ [page]: { site: folder, statesFile } })
})

test('a URL is the site of the page, and flags become its settings', () => {
  const flags = { states: '#/', readable: '/s/', allow: ['http://b.test'], deadline: 9 } as const
  expect(of('http://a.test/', { ...flags, sandbox: false })).toEqual({
    ...{ port: 0, allowFetch: ['http://b.test'], limits: { deadline: 9 } },
    pages: { '/': { site: 'http://a.test/', states: '#/', readable: '/s/' } },
    adopt: { sandbox: false },
  })
})
