/** Writes server/dom/css/property-data.ts from Chromium. */
import { writeFileSync } from 'node:fs'
import { chromium } from 'playwright-core'

const FILE = new URL('../../server/dom/css/property-data.ts', import.meta.url)
const WIDTH = 110

interface Found {
  readonly initial: readonly (readonly [name: string, value: string])[]
  readonly hidden: readonly string[]
  readonly inherited: readonly string[]
  readonly groups: readonly (readonly [name: string, longhands: readonly string[]])[]
}

function look(): Found {
  const element = document.createElement('x-a')
  element.style.all = 'initial'
  document.body.append(element)
  const computed = getComputedStyle(element)
  const longhands = [...computed]
  const names = new Set<string>(longhands)
  for (const key of [...Object.keys(CSSStyleDeclaration.prototype), ...Object.keys(computed)]) {
    const name = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    names.add(name.replace(/^-?webkit-/, '-webkit-'))
  }
  const { style } = document.createElement('div')
  const groups: [string, string[]][] = []
  const hidden: string[] = []
  for (const name of [...names].sort()) {
    style.cssText = `${name}: initial`
    const parts = [...style]
    if (parts.length > 1 || (parts.length === 1 && parts[0] !== name)) groups.push([name, parts])
    else if (parts.length === 1 && !longhands.includes(name) && name !== 'all') hidden.push(name)
  }
  const probes =
    'red 7px 3 none hidden auto bold italic right pre block all text under visible underline break-all break-word ' +
    'uppercase square inside rtl pointer dark serif geometricPrecision evenodd round small-caps optimizeSpeed collapse ' +
    'bottom "x" middle vertical-rl avoid manual pixelated economy end stroke condensed anywhere keep-all strict ' +
    '0.5 2px oldstyle-nums ordinal historical-forms no-common-ligatures "en" balance preserve nowrap linearRGB exact ' +
    'disc no-autospace normal trim-start mixed sideways filled emoji sub read-write antialiased only math url(#a) ' +
    'space-all before allow-keywords compact inter-word ex-height standard hide "smcp" jis78 inert 2s center'
  const pairs = ['"wght" 4', 'red red', '1px 1px red']
  const inherited = longhands.filter((name) => {
    // The size of a child fills its parent.
    if (/^(?:width|inline-size)$/.test(name)) return false
    const parent = document.createElement('div')
    const child = document.createElement('div')
    parent.append(child)
    document.body.append(parent)
    child.style.setProperty(name, 'unset')
    parent.style.setProperty(name, 'initial')
    const initial = getComputedStyle(child).getPropertyValue(name)
    const passes = [...probes.split(' '), ...pairs].some((probe) => {
      parent.style.setProperty(name, probe)
      const own = getComputedStyle(parent).getPropertyValue(name)
      return own !== initial && getComputedStyle(child).getPropertyValue(name) === own
    })
    parent.remove()
    return passes
  })
  const initial = longhands.map((name) => [name, computed.getPropertyValue(name)] as const)
  return { initial, hidden, inherited, groups }
}

/** Pieces of a text as the lines of one constant. */
function lines(pieces: readonly string[], separator: string): string {
  const made: string[] = []
  let line = ''
  for (const piece of pieces) {
    if (line !== '' && line.length + piece.length > WIDTH) {
      made.push(line)
      line = ''
    }
    line += piece + separator
  }
  return [...made, line].map((text) => `  ${JSON.stringify(text)}`).join(' +\n')
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
})
const page = await browser.newPage()
await page.setContent('<!doctype html><body></body>')
await page.evaluate('globalThis.__name = (value) => value')
const { initial, hidden, inherited, groups } = await page.evaluate(look)
await browser.close()

/** Where a star is the name. */
const group = ([name, parts]: readonly [string, readonly string[]]) =>
  `${name}:${parts.map((part) => part.replace(new RegExp(`^${name}(?=-)`), '*')).join(' ')}`

writeFileSync(
  FILE,
  `/**
 * Lists Chromium's properties: longhands with their initial values as computed, those that no
 * computed style lists, inherited ones, and shorthands and other names with their longhands.
 * Written by test/generate/css-properties.ts: do not edit.
 */

export const INITIAL_VALUES =
${lines(
  initial.map(([name, value]) => `${name}:${value}`),
  ';',
)}

export const HIDDEN_NAMES =
${lines(hidden, ' ')}

export const INHERITED_NAMES =
${lines(inherited, ' ')}

export const GROUPS =
${lines(groups.map(group), ';')}
`,
)
