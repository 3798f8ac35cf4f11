/** Writes server/dom/fixes/css/style-names.ts. */
import { writeFileSync } from 'node:fs'
import { chromium } from 'playwright-core'

const FILE = new URL('../../server/dom/fixes/css/style-names.ts', import.meta.url)
const WIDTH = 110
/** Of drafts that no other browser has, and those that happy-dom takes for one property. */
const LEFT_OUT =
  /^(?:(?:row-)?rule|column-rule-inset|corner|interest|.*timeline|position-try|text-box|font|animation-range|-webkit-mask-box|offset$|marker$|container$|contain-)/

const INNER = /-(?:origin-[xyz]|locale|rtl-ordering|in-effect)$|mask-box/

interface Found {
  readonly shorthands: readonly (readonly string[])[]
  readonly own: readonly string[]
}

function look(): Found {
  const { style } = document.createElement('div')
  const names = new Set<string>()
  for (const key in style) {
    if (!/^[a-z]+$/i.test(key)) continue
    const name = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    names.add(name.replace(/^-?webkit-/, '-webkit-'))
  }
  const shorthands: string[][] = []
  const own: string[] = []
  for (const name of [...names].sort()) {
    style.cssText = `${name}: inherit`
    const longhands = [...style]
    const isOwn = longhands.every((part) => part.startsWith('-webkit-'))
    if (longhands.length > 1 && (isOwn || !name.startsWith('-'))) {
      if (name !== 'all' && !/^grid-gap$/.test(name)) shorthands.push([name, ...longhands])
    } else if (longhands[0] === name && name.startsWith('-webkit-')) own.push(name)
  }
  return { shorthands, own }
}

const written = ([name = '', ...longhands]: readonly string[]): string =>
  `${name}: ${longhands.map((one) => one.replace(new RegExp(`^${name}(?=-)`), '*')).join(' ')};`

/** Pieces of a text as the lines of one constant. */
function lines(pieces: readonly string[]): string {
  const made: string[] = []
  let line = ''
  for (const piece of pieces.join(' ').split(' ')) {
    if (line !== '' && line.length + piece.length > WIDTH) {
      made.push(line)
      line = ''
    }
    line += `${piece} `
  }
  return [...made, line.trim()].map((text) => `  '${text}'`).join(' +\n')
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
})
const page = await browser.newPage()
await page.setContent('<!doctype html><body></body>')
await page.evaluate('globalThis.__name = (value) => value')
const { shorthands, own } = await page.evaluate(look)
await browser.close()
writeFileSync(
  FILE,
  `/**
 * The shorthands of Chromium with their longhands, where a star is the name, and its own
 * properties. Written by test/generate/style-names.ts: do not edit.
 */

export const SHORTHANDS =
${lines(shorthands.filter(([name = '']) => !LEFT_OUT.test(name)).map(written))}

export const OWN_NAMES =
${lines(own.filter((name) => !INNER.test(name)))}
`,
)
