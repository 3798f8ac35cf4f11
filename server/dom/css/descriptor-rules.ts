/**
 * The classes of at-rules with descriptors, such as `@font-face`, for `at-rules.ts`.
 * https://drafts.csswg.org/css-fonts/#cssfontfacerule
 */
import { define } from '../internals.ts'
import {
  type DescriptorValues,
  descriptorStyle,
  descriptorText,
  readDescriptors,
} from './descriptors.ts'
import { CSSRule, RULE, styledText } from './rules.ts'
import { unquoted } from './split-text.ts'

/** Descriptors of each kind, in the order in which they are written. */
const DESCRIPTORS: Readonly<Record<string, readonly string[]>> = {
  property: ['syntax', 'inherits', 'initial-value'],
  'counter-style':
    'system symbols additive-symbols negative prefix suffix pad range speak-as fallback'.split(' '),
  'font-palette-values': ['font-family', 'base-palette', 'override-colors'],
  'view-transition': ['navigation', 'types'],
}

const FONT_FACE = (
  'font-family font-style font-weight font-stretch src unicode-range font-variant font-feature-settings ' +
  'font-variation-settings font-display ascent-override descent-override line-gap-override size-adjust'
).split(' ')

/** The values of the descriptors of a rule, and its style. */
class Descriptors {
  readonly #rule: CSSRule
  readonly values: DescriptorValues
  #style: object | undefined

  constructor(rule: CSSRule) {
    const { kind, body } = rule[RULE].source
    const names = kind === 'font-face' ? FONT_FACE : DESCRIPTORS[kind]
    this.#rule = rule
    this.values = readDescriptors(body ?? '', names)
  }

  get(name: string): string {
    return this.values.get(name) ?? ''
  }

  get style(): object {
    const rule = this.#rule
    this.#style ??= descriptorStyle(this.values, rule, () => rule[RULE].edited())
    return this.#style
  }
}

const descriptors = new WeakMap<CSSRule, Descriptors>()

export function descriptorsOf(rule: CSSRule): Descriptors {
  const ruleDescriptors = descriptors.get(rule) ?? new Descriptors(rule)
  descriptors.set(rule, ruleDescriptors)
  return ruleDescriptors
}

export function addStyle(
  { prototype }: { prototype: CSSRule },
  styleOf: (rule: CSSRule) => object = (rule) => descriptorsOf(rule).style,
): void {
  define<CSSRule>(prototype, {
    get style(): unknown {
      return styleOf(this)
    },
    set style(cssText: unknown) {
      Object.assign(styleOf(this), { cssText: String(cssText) })
    },
  })
}

/** A class of rules with descriptors only. */
function descriptorClass(name: string, members: object & ThisType<CSSRule> = {}) {
  const { [name]: Class } = { [name]: class extends CSSRule {} }
  const { prototype } = Class as typeof CSSRule
  define<CSSRule>(prototype, {
    get cssText() {
      const { source, prelude } = this[RULE]
      const { kind } = source
      const start = kind === 'margin' ? `@${prelude}` : `@${kind}${prelude && ` ${prelude}`}`
      return styledText(start, descriptorText(descriptorsOf(this).values, DESCRIPTORS[kind]))
    },
  })
  Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(members))
  return Class as typeof CSSRule
}

const NAMED: object & ThisType<CSSRule> = {
  get name() {
    return this[RULE].prelude
  },
}

export const CSSPropertyRule = descriptorClass('CSSPropertyRule', {
  get name(): string {
    return this[RULE].prelude
  },
  get syntax(): string {
    return unquoted(descriptorsOf(this).get('syntax'))
  },
  get inherits(): boolean {
    return descriptorsOf(this).get('inherits') === 'true'
  },
  get initialValue(): string | null {
    return descriptorsOf(this).values.get('initial-value') ?? null
  },
})

export const CSSCounterStyleRule = descriptorClass('CSSCounterStyleRule', {
  get name(): string {
    return this[RULE].prelude
  },
  set name(name: string) {
    this[RULE].rename(CSS.escape(String(name)))
  },
})
export const CSSFontPaletteValuesRule = descriptorClass('CSSFontPaletteValuesRule', NAMED)
addAttributes(CSSCounterStyleRule, 'counter-style', 'writable')
addAttributes(CSSFontPaletteValuesRule, 'font-palette-values', 'read-only')

function addAttributes(
  { prototype }: typeof CSSRule,
  kind: string,
  access: 'writable' | 'read-only',
): void {
  for (const name of DESCRIPTORS[kind] ?? []) {
    const attribute: PropertyDescriptor & ThisType<CSSRule> = {
      configurable: true,
      enumerable: true,
      get() {
        return descriptorsOf(this).get(name)
      },
    }
    if (access === 'writable') {
      attribute.set = function (this: CSSRule, value: unknown) {
        descriptorsOf(this).values.set(name, String(value))
        this[RULE].edited()
      }
    }
    const camel = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    Object.defineProperty(prototype, camel, attribute)
  }
}

export const CSSViewTransitionRule = descriptorClass('CSSViewTransitionRule', {
  get navigation(): string {
    return descriptorsOf(this).get('navigation')
  },
  get types(): readonly string[] {
    return Object.freeze(descriptorsOf(this).get('types').split(' ').filter(Boolean))
  },
})

export const CSSFontFaceRule = descriptorClass('CSSFontFaceRule')
export const CSSPositionTryRule = descriptorClass('CSSPositionTryRule', NAMED)
export const CSSMarginRule = descriptorClass('CSSMarginRule', NAMED)
for (const Class of [CSSFontFaceRule, CSSPositionTryRule, CSSMarginRule]) addStyle(Class)
