/** What proofs make of a page that is walked from state to state: when it is believed, and what a failed proof ends. */
import { expect } from '@playwright/test'
import { suite } from 'playwright-test/taps'
import { createGroupProofs, type Place } from '../../../server/walk/group-proofs.ts'
import { FIRST_PROOFS } from '../../../server/walk/proof-sample.ts'

const test = suite('proofs of walked groups')

const asked = (state: string, page = '/') => ({ page, state, url: `http://a.test${page}` })

const opened = (state: string) => {
  const proofs = createGroupProofs(() => 1)
  return { proofs, place: proofs.placeOf(asked(state)) as Place }
}

test('a group is believed after its first proofs, and each new step is proven', () => {
  const { proofs, place } = opened('/a/1')
  for (let i = 0; i < FIRST_PROOFS; i++) {
    expect(proofs.isBelieved(place)).toBe(false)
    expect(proofs.mustProve(place, 'step')).toBe(true)
    proofs.held(place, 'step')
  }
  expect(proofs.isBelieved(place)).toBe(true)
  for (let i = 0; i <= FIRST_PROOFS; i++) proofs.noteStep(place)
  expect(proofs.mustProve(place, 'step')).toBe(false)
  expect(proofs.mustProve(place, 'another')).toBe(true)
})

test('groups that change each other are walked apart; one that goes wrong by itself is loaded anew', () => {
  const { proofs, place } = opened('/a/1')
  const other = proofs.placeOf(asked('/b/1')) as Place
  expect(other.cluster).toBe(place.cluster)
  proofs.held(other, 'step')
  const ended = proofs.failed(asked('/a/1'), place, new Set(['/a/', '/b/']))
  expect(ended.isBarred).toBe(false)
  expect(ended.groups).toEqual([place.group, other.group])
  const apart = proofs.placeOf(asked('/a/1')) as Place
  expect(apart.cluster).not.toBe(proofs.placeOf(asked('/b/1'))?.cluster)
  expect(proofs.failed(asked('/a/1'), apart, new Set(['/a/'])).isBarred).toBe(true)
  expect(proofs.placeOf(asked('/a/2'))).toBeUndefined()
  expect(proofs.placeOf(asked('/b/2'))).toBeDefined()
})

test('a page that stumbles three times in a row is loaded anew', () => {
  const { proofs, place } = opened('/a/1')
  const stumble = () => proofs.stumbled(asked('/a/1'), place)
  expect([stumble(), stumble()]).toEqual([undefined, undefined])
  proofs.held(place, 'step')
  expect([stumble(), stumble()]).toEqual([undefined, undefined])
  expect(stumble()).toEqual({ groups: [place.group], isBarred: true })
})
