/**
 * Decides the conditions of `@supports` and `CSS.supports`.
 * https://drafts.csswg.org/css-conditional-5/#at-supports-ext
 */
import { memoized } from '../../diagnostics/runtime/memoized.ts'
import { compile } from '../additions/selectors/compile.ts'
import {
  type ComponentValue,
  type Condition,
  componentValues,
  condition,
  words,
} from './condition.ts'
import { declare } from './declarations.ts'

const AT_RULES =
  /^@(?:charset|container|counter-style|font-face|font-feature-values|font-palette-values|import|keyframes|layer|media|namespace|page|position-try|property|scope|starting-style|supports|view-transition)$/i
const FONTS = /^(?:woff2?|opentype|truetype|color-colrv[01]|variations)$/i

function isSelector(selector: string): boolean {
  try {
    return compile(selector).list.length === 1
  } catch {
    return false
  }
}

const FUNCTIONS: Readonly<Record<string, (argument: string) => boolean>> = {
  selector: isSelector,
  'font-tech': (tech) => FONTS.test(tech),
  'font-format': (format) => FONTS.test(format),
  'at-rule': (name) => AT_RULES.test(name),
}

/** An unknown feature is false, and its negation is true. */
function feature({ token: [type, start], text }: ComponentValue): Condition<void> {
  const argument = text.slice(start.length, -1).trim()
  if (type === 'function-token') {
    const decide = FUNCTIONS[start.slice(0, -1).toLowerCase()]
    return { text, holds: () => decide?.(argument) ?? false }
  }
  const [, name = '', value = ''] = /^([^\s:]+)\s*:([\s\S]*)$/.exec(argument) ?? []
  const plain = value.replace(/!\s*important\s*$/i, '')
  return { text, holds: () => declare(name, plain) !== undefined }
}

/** @returns Undefined for a text that is no condition. */
export const supportsCondition: (query: string) => Condition<void> | undefined = memoized(
  2_000,
  (query) => condition(words(componentValues(query)), feature),
)

export const isSupported = (query: string): boolean => supportsCondition(query)?.holds() === true
