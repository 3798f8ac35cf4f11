// The names of the platform. Those that Chromium has are there, or are in
// server/diagnostics/missing-names.json with a reason. It also lists what refuses or does nothing.

import { expect, test } from '@playwright/test'
import { INTERFACES } from '#happy-dom'
import { bundle, openBoth, openThread } from './engine.ts'
import { expectListed } from './listed.ts'
import { flat, lacking, OF_NODE, readGaps } from './platform-gaps.ts'

const GAPS = readGaps()

const CONSTRUCTED =
  'AnimationTimeline BeforeUnloadEvent CDATASection CanvasRenderingContext2D FileList MediaQueryList MessagePort NamedNodeMap Navigator Screen TextEvent ViewTransition XMLDocument XMLHttpRequestEventTarget XMLHttpRequestUpload PermissionStatus RemotePlayback ScreenDetailed ScreenDetails'

const named = (all: readonly string[]) => all.map((name) => ({ name }))

test('each name that Chromium has is there, or absent for a reason', async ({ browser, page }) => {
  const { chromium, thread } = await openBoth(page, 'engine/names.ts')
  const missing = await lacking(chromium, thread)
  await thread.close()
  const ofNode = new Set(flat({ [OF_NODE]: GAPS.absent[OF_NODE] ?? {} }))
  expect(missing.length).toBeGreaterThan(800)
  // If this fails: npx tsx test/generate/missing-names.ts, and give the new names a reason.
  const isLasting = (name: string) => !ofNode.has(name)
  expectListed(browser.version(), named(missing), flat(GAPS.absent), isLasting)
  expect(Object.keys(GAPS.absent)).not.toContain('?')
})

test('members that do nothing are listed with a reason', async () => {
  // Interfaces wrap methods, which hides what they do.
  const thread = await openThread(await bundle('engine/stubs.ts'), ['interfaces'])
  const stubs = await thread.call<string[]>('stubs')
  await thread.close()
  expect(stubs.toSorted()).toEqual(flat(GAPS['without effect']).toSorted())
})

test('members that a person has to allow refuse', async () => {
  const names = flat(GAPS.refused)
  const thread = await openThread(await bundle('engine/stubs.ts'))
  const refusing = await thread.call<string[]>('refusing', names)
  await thread.close()
  expect(names.length).toBeGreaterThan(5)
  expect(refusing).toEqual(names)
})

test('interfaces without a constructor in Chromium have none here', async ({ browser, page }) => {
  const names = Object.keys(INTERFACES)
  const { chromium, thread } = await openBoth(page, 'engine/names.ts')
  const [unknown, missing] = await Promise.all([
    chromium.call<string[]>('missing', names),
    thread.call<string[]>('missing', names),
  ])
  expect([...unknown, ...missing]).toEqual([])
  const illegal = await chromium.call<string[]>('illegal', names)
  expect(illegal.length).toBeGreaterThan(200)
  const constructed = await thread.call<string[]>('legal', illegal)
  await thread.close()
  expectListed(browser.version(), named(constructed), CONSTRUCTED.split(' '), () => false)
})
