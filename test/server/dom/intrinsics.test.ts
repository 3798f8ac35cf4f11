/** Which globals a realm has of its own: those of the language. All others are the window's. */
import { expect } from '@playwright/test'
import { isOfLanguage } from '../../../server/dom/realm/intrinsics.ts'
import { suite } from '../../run/suite.ts'

const test = suite('intrinsics')

test('errors of the language belong to the realm, and other names with "Error" to the window', () => {
  expect(['Error', 'TypeError', 'URIError', 'AggregateError'].filter(isOfLanguage)).toHaveLength(4)
  expect(['reportError', 'onerror', 'MediaError', 'RTCError'].filter(isOfLanguage)).toEqual([])
})
