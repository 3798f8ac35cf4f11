/**
 * Makes the attributes whose rules are prose in HTML, and not in Web IDL: keywords, nonces, and
 * numbers that depend on each other.
 * https://html.spec.whatwg.org/#keywords-and-enumerated-attributes
 */
import { INTERFACES } from '#happy-dom'
import { type Accessor, DOUBLE, INTEGER, numberOf, reflecting } from './reflect.ts'

const POLICIES =
  ' no-referrer no-referrer-when-downgrade same-origin origin strict-origin origin-when-cross-origin strict-origin-when-cross-origin unsafe-url'
const URLENCODED = 'application/x-www-form-urlencoded'
const ENCODINGS = `${URLENCODED} multipart/form-data text/plain`
const DESTINATIONS =
  'fetch audio audioworklet document embed font frame iframe image json manifest object paintworklet report script sharedworker ' +
  'style track video worker xslt'

type Keywords = readonly [
  words: string,
  missing: string | null,
  invalid?: string,
  attribute?: string,
]

/** `a=b`: the value of `a` is `b`. Other words count as a missing attribute, or are `invalid`. */
const KEYWORDS: Readonly<Record<string, Keywords>> = {
  as: [DESTINATIONS, ''],
  autocapitalize: ['none off=none sentences on=sentences words characters =', '', 'sentences'],
  closedBy: ['any closerequest none', 'none'],
  crossOrigin: ['anonymous use-credentials', null, 'anonymous'],
  decoding: ['auto sync async', 'auto'],
  dir: ['ltr rtl auto', ''],
  encoding: [ENCODINGS, URLENCODED, URLENCODED, 'enctype'],
  enctype: [ENCODINGS, URLENCODED],
  enterKeyHint: ['enter done go next previous search send', ''],
  fetchPriority: ['auto high low', 'auto'],
  formEnctype: [ENCODINGS, '', URLENCODED],
  formMethod: ['get post dialog', '', 'get'],
  inputMode: ['none text tel url email numeric decimal search', ''],
  kind: ['subtitles captions descriptions chapters metadata', 'subtitles', 'metadata'],
  loading: ['auto eager lazy', 'auto'],
  method: ['get post dialog', 'get'],
  popover: ['auto hint manual =auto', null, 'manual'],
  popoverTargetAction: ['toggle show hide', 'toggle'],
  preload: ['metadata none auto =auto', 'metadata'],
  referrerPolicy: [POLICIES, ''],
  scope: ['row col rowgroup colgroup', ''],
  shadowRootMode: ['open closed', ''],
  shadowRootSlotAssignment: ['named manual', 'named'],
  virtualKeyboardPolicy: ['auto manual', ''],
  writingSuggestions: ['true false', 'true'],
  'HTMLFormElement.autocomplete': ['on off', 'on'],
  'HTMLMediaElement.loading': ['eager lazy', 'eager'],
}

function keyword(
  attribute: string,
  keywords: string,
  missing: string | null,
  invalid: string | null = missing,
): Accessor {
  const values = new Map(
    keywords.split(' ').map((one) => {
      const [word = '', value = word] = one.split('=')
      return [word, value]
    }),
  )
  return {
    get() {
      const value = this.getAttribute(attribute)?.toLowerCase()
      return value === undefined ? missing : (values.get(value) ?? invalid)
    },
    set(value) {
      if (missing === null && (value === null || value === undefined)) {
        this.removeAttribute(attribute)
      } else this.setAttribute(attribute, `${value}`)
    },
  }
}

const boolean = (attribute: string, keywords: string, otherwise: boolean): Accessor => {
  const [yes = '', no = ''] = keywords.split(' ')
  const { get } = keyword(attribute, keywords, null)
  return {
    get() {
      const value = get?.call(this) ?? null
      return value === null ? otherwise : value === yes
    },
    set(value) {
      this.setAttribute(attribute, value ? yes : no)
    },
  }
}

const BOOLEANS: Readonly<Record<string, Accessor>> = {
  autocorrect: boolean('autocorrect', 'on off =on', true),
  draggable: boolean('draggable', 'true false', false),
  spellcheck: boolean('spellcheck', 'true false =true', true),
  translate: boolean('translate', 'yes no =yes', true),
}

/** Pages read it of their own scripts, and set it to that of others. */
function nonce(): Accessor {
  const values = new WeakMap<Element, string>()
  return {
    get() {
      return values.get(this) ?? this.getAttribute('nonce') ?? ''
    },
    set(value) {
      values.set(this, `${value}`)
    },
  }
}

const hidden: Accessor = {
  get() {
    const value = this.getAttribute('hidden')
    return value?.toLowerCase() === 'until-found' ? 'until-found' : value !== null
  },
  set(value) {
    const isFound = typeof value === 'string' && value.toLowerCase() === 'until-found'
    if (value) this.setAttribute('hidden', isFound ? 'until-found' : '')
    else this.removeAttribute('hidden')
  },
}

export const FOCUSABLE =
  'a[href], area[href], button, input, select, textarea, iframe, object, embed, summary, audio[controls], video[controls]'

const tabIndex: Accessor = {
  get() {
    const value = numberOf(this, 'tabindex', INTEGER)
    if (value !== undefined && value === (value | 0)) return value
    return this.matches(FOCUSABLE) ? 0 : -1
  },
}

const contentEditable: Accessor = {
  ...keyword('contenteditable', 'true false plaintext-only =true', 'inherit'),
  set(value) {
    const word = `${value}`.toLowerCase()
    if (word === 'inherit') this.removeAttribute('contenteditable')
    else if (/^(?:true|false|plaintext-only)$/.test(word))
      this.setAttribute('contenteditable', word)
    else throw new DOMException(`The value provided ('${value}') is invalid.`, 'SyntaxError')
  },
}

const clamp = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(value, most))

type Limits = (read: (name: string, otherwise: number) => number) => Record<string, number>

/** https://html.spec.whatwg.org/multipage/form-elements.html#the-meter-element */
const meter: Limits = (read) => {
  const min = read('min', 0)
  const max = Math.max(min, read('max', 1))
  const low = clamp(read('low', min), min, max)
  const high = clamp(read('high', max), low, max)
  const optimum = clamp(read('optimum', (min + max) / 2), min, max)
  return { min, max, low, high, optimum, value: clamp(read('value', 0), min, max) }
}

const progress: Limits = (read) => {
  const most = read('max', 1)
  return { value: clamp(read('value', 0), 0, most > 0 ? most : 1) }
}

const limited = (limits: Limits, name: string): Accessor => ({
  get() {
    return limits((one, otherwise) => numberOf(this, one, DOUBLE) ?? otherwise)[name]
  },
})

const numberWith = (attribute: string, fallback: number, kind = ''): Accessor =>
  reflecting({ type: 'unsigned long', attribute, fallback, kind }, attribute) as Accessor

const of = (type: string, attribute: string): Accessor =>
  reflecting({ type, attribute }, attribute) as Accessor

const COMMANDS = 'toggle-popover show-popover hide-popover show-modal close request-close'

const ofCommand = keyword('command', COMMANDS, '')
const command: Accessor = {
  ...ofCommand,
  get() {
    const value = this.getAttribute('command')
    return value?.startsWith('--') ? value : ofCommand.get?.call(this)
  },
}

const OTHERS: Readonly<Record<string, Accessors>> = {
  Element: { part: of('DOMTokenList', 'part') },
  HTMLButtonElement: { command },
  HTMLCanvasElement: { width: numberWith('width', 300), height: numberWith('height', 150) },
  HTMLInputElement: {
    size: numberWith('size', 20, 'Positive'),
    webkitdirectory: of('boolean', 'webkitdirectory'),
    type: { set: of('DOMString', 'type').set as NonNullable<Accessor['set']> },
  },
  HTMLOptionElement: {
    label: {
      ...of('DOMString', 'label'),
      get() {
        return this.getAttribute('label') ?? (this as HTMLOptionElement).text
      },
    },
  },
  HTMLMeterElement: Object.fromEntries(
    ['min', 'max', 'low', 'high', 'optimum', 'value'].map((name) => [name, limited(meter, name)]),
  ),
  HTMLVideoElement: { disablePictureInPicture: of('boolean', 'disablepictureinpicture') },
  HTMLProgressElement: { value: limited(progress, 'value') },
  HTMLElement: { ...BOOLEANS, contentEditable, hidden, nonce: nonce(), tabIndex },
  // Text in happy-dom: capricorn86/happy-dom#2312.
  SVGElement: { className: of('SVGAnimatedString', 'class'), nonce: nonce(), tabIndex },
  MathMLElement: { nonce: nonce(), tabIndex },
}

type Accessors = Record<string, Accessor>

/** The accessors that only the prose of the standard describes, by class and property. */
export function attributesOfProse(): Readonly<Record<string, Accessors>> {
  const accessors: Record<string, Accessors> = { ...OTHERS }
  for (const [name, { attributes, reflected }] of Object.entries(INTERFACES)) {
    if (!/^HTML\w*Element$/.test(name)) continue
    for (const property of Object.keys({ ...attributes, ...reflected })) {
      const rule = KEYWORDS[`${name}.${property}`] ?? KEYWORDS[property]
      if (!rule) continue
      const [words, missing, invalid, attribute = property.toLowerCase()] = rule
      accessors[name] = {
        [property]: keyword(attribute, words, missing, invalid),
        ...accessors[name],
      }
    }
  }
  return accessors
}
