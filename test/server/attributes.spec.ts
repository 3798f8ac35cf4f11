/** Properties of elements read and write their attributes as in Chromium. */
import { expect, test } from '@playwright/test'
import { interfaceTable } from '../../dist/server/dom/bundle/interface-table.js'
import { ask, openBoth } from './engine.ts'
import { differing, expectListed } from './listed.ts'

type Answers = Readonly<Record<string, string>>

const DIFFERENT: Readonly<Record<string, readonly string[]>> = {
  'nothing is scrolled, played or selected here': [
    ...['Element.scrollTop', 'Element.scrollLeft', 'SVGSVGElement.currentScale'],
    ...['HTMLMediaElement.defaultPlaybackRate', 'HTMLMediaElement.playbackRate'],
    ...['HTMLInputElement.selectionDirection', 'HTMLTextAreaElement.selectionDirection'],
  ],
  'the words of autofill are not built': [
    'HTMLInputElement.autocomplete',
    'HTMLSelectElement.autocomplete',
    'HTMLTextAreaElement.autocomplete',
  ],
  'absent: server/diagnostics/missing-names.json has the reason': [
    ...['HTMLIFrameElement.credentialless', 'HTMLIFrameElement.csp'],
    ...['HTMLIFrameElement.privateToken', 'HTMLMarqueeElement.loop', 'SVGAElement.referrerPolicy'],
  ],
  'only the parser knows whether the element was there before its attribute': [
    'HTMLMediaElement.muted',
    'HTMLScriptElement.async',
  ],
  'null becomes the empty text in Chromium, and not by the specification': [
    'HTMLScriptElement.referrerPolicy',
  ],
  'Chromium writes the limited number': ['HTMLProgressElement.value'],
  'happy-dom reads numbers of any size': ['HTMLImageElement.width', 'HTMLImageElement.height'],
}

test('properties reflect attributes as in Chromium', async ({ browser, page }) => {
  const properties = Object.entries(await interfaceTable()).flatMap(
    ([name, { reflected = {}, attributes = {} }]) =>
      /^(?:Element|(?:HTML|SVG|MathML)\w*Element)$/.test(name)
        ? [
            ...Object.entries(reflected).map(
              ([key, { attribute = key.toLowerCase() }]) => `${name}.${key} ${attribute}`,
            ),
            // Of several types.
            ...(name === 'HTMLElement' ? ['HTMLElement.hidden hidden'] : []),
            ...Object.keys(attributes).map((key) => `${name}.${key} ${key.toLowerCase()}`),
          ]
        : [],
  )
  const { chromium, thread } = await openBoth(page, 'engine/attributes.ts')
  const [ours = {}, theirs = {}] = await ask<Answers>([thread, chromium], 'attributes', properties)
  await thread.close()
  expect(Object.keys(theirs).length).toBeGreaterThan(400)
  expectListed(browser.version(), differing(ours, theirs), Object.values(DIFFERENT).flat())
})

test('methods refuse missing arguments as in Chromium', async ({ browser, page }) => {
  const methods = Object.entries(await interfaceTable()).flatMap(([name, { methods = {} }]) =>
    Object.entries(methods).flatMap(([method, [least]]) =>
      least > 0 ? [`${name}.${method}`] : [],
    ),
  )
  const { chromium, thread } = await openBoth(page, 'engine/attributes.ts')
  const sides = [thread, chromium]
  const [ours = {}, theirs = {}] = await ask<Answers>(sides, 'withoutArguments', methods)
  await thread.close()
  expect(Object.keys(theirs).length).toBeGreaterThan(100)
  const different = differing(ours, theirs).filter((one) => one.ours !== undefined)
  // Those of FormData are Node's.
  const isOurs = ({ name }: { name: string }) => !name.startsWith('FormData.')
  expectListed(browser.version(), different.filter(isOurs))
})
