/** Writes server/dom/additions/computed/initial-values.ts. */
import { writeFileSync } from 'node:fs'
import { chromium } from 'playwright-core'

const FILE = new URL('../../server/dom/additions/computed/initial-values.ts', import.meta.url)
const WIDTH = 110

interface Found {
  readonly values: readonly (readonly [name: string, value: string])[]
  readonly inherited: readonly string[]
  readonly elements: readonly string[]
  readonly colors: readonly string[]
}

function look(): Found {
  const ofBox =
    /^(?:(?:width|height|(?:block|inline)-size|perspective-origin|transform-origin|(?:-webkit-)?perspective-origin-[xy]|.*transform-origin.*|font|all|display|unicode-bidi)$|-webkit-|-internal|.*-(?:inline|block)(?:-|$)|.*epub)/
  const div = document.createElement('div')
  document.body.append(div)
  const computed = getComputedStyle(div)
  const cased = Object.keys(CSSStyleDeclaration.prototype).concat(Object.keys(computed))
  const names = new Set<string>()
  for (const key of cased) names.add(key.replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`))
  for (const key of computed) names.add(key)
  const values: [string, string][] = []
  for (const name of [...names].sort()) {
    const value = computed.getPropertyValue(name)
    if (value !== '' && !/^\d+$/.test(name) && !ofBox.test(name)) values.push([name, value])
  }
  const inherited = values
    .map(([name]) => name)
    .filter((name) => {
      const parent = document.createElement('div')
      const child = document.createElement('div')
      parent.append(child)
      document.body.append(parent)
      child.style.setProperty(name, 'unset')
      parent.style.setProperty(name, 'inherit')
      document.body.style.setProperty(name, 'initial')
      const probes =
        'red 7px 3 none hidden auto bold italic right pre block all text under visible ' +
        'underline break-all break-word uppercase square inside rtl pointer dark serif ' +
        'geometricPrecision evenodd round small-caps optimizeSpeed collapse bottom "x" ' +
        'middle vertical-rl avoid manual pixelated economy end stroke condensed anywhere ' +
        'keep-all strict'
      const initial = getComputedStyle(child).getPropertyValue(name)
      const passes = probes.split(' ').some((probe) => {
        parent.style.setProperty(name, probe)
        const own = getComputedStyle(parent).getPropertyValue(name)
        return own !== initial && getComputedStyle(child).getPropertyValue(name) === own
      })
      document.body.style.removeProperty(name)
      parent.remove()
      return passes
    })
  const ofElements =
    'font-weight font-style font-family color background-color cursor vertical-align text-decoration-line list-style-type ' +
    'border-top-color border-top-style white-space text-align text-transform text-indent'
  const tags =
    'a abbr address article aside b bdi bdo big blockquote button caption center cite code dd del details dfn dialog div dl dt em ' +
    'fieldset figure footer form h1 h2 h3 h4 h5 h6 hr i img input ins kbd label legend li mark menu meter nav ol optgroup option p pre ' +
    'progress q ruby rt s samp section select small strike strong sub summary sup table tbody td textarea tfoot th thead tr tt u ul var'
  const elements = tags.split(' ').flatMap((tag) => {
    const element = document.createElement(tag)
    document.body.append(element)
    const own = getComputedStyle(element)
    const different = ofElements
      .split(' ')
      .filter((name) => own.getPropertyValue(name) !== computed.getPropertyValue(name))
      .map((name) => `${name}: ${own.getPropertyValue(name)}`)
    element.remove()
    return different.length > 0 ? [`${tag} { ${different.join('; ')} }`] : []
  })
  const colors =
    'aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood cadetblue ' +
    'chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey ' +
    'darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray ' +
    'darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen ' +
    'fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender ' +
    'lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey ' +
    'lightpink lightsalmon lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen ' +
    'magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen ' +
    'mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange ' +
    'orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple ' +
    'rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue slategray ' +
    'slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow yellowgreen'
  const hex = (name: string) => {
    div.style.color = name
    const parts = computed.color.match(/\d+/g) ?? []
    return `${name} ${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`
  }
  return { values, inherited, elements, colors: colors.split(' ').map(hex) }
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
const { values, inherited, elements, colors } = await page.evaluate(look)
await browser.close()
writeFileSync(
  FILE,
  `/**
 * What Chromium computes where nothing is declared. Written by test/generate/initial-values.ts: do not edit.
 * Out: initial values, the properties that are inherited, what its own sheet says of elements, and the names of colours.
 */

export const INITIAL_VALUES =
${lines(
  values.map(([name, value]) => `${name}:${value}`),
  ';',
)}

export const INHERITED_NAMES =
${lines(inherited, ' ')}

export const OF_ELEMENTS =
${lines(elements, '\n')}

export const COLOR_NAMES =
${lines(colors, ' ')}
`,
)
