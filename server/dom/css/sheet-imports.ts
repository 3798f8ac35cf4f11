/**
 * The texts of the rules of a sheet, and of the sheets that they import.
 * https://drafts.csswg.org/css-cascade/#at-import
 */
import { memoized } from '../../diagnostics/runtime/memoized.ts'
import { readRules } from './parse-rules.ts'
import { type ImportParts, importParts } from './rule-sources.ts'

/** The texts of the top-level rules. */
export const ruleTexts = memoized(200, (css): readonly string[] =>
  readRules(css).map(({ text }) => text),
)

/** The addresses that the rules of a sheet import. */
export function importsOf(css: string): string[] {
  const texts = ruleTexts(css)
  const end = texts.findIndex((ruleText) => !/^@(?:import|charset|layer)\b/i.test(ruleText))
  return texts
    .slice(0, end < 0 ? texts.length : end)
    .flatMap((ruleText) => importOf(ruleText)?.href ?? [])
}

export function importOf(ruleText: string): ImportParts | undefined {
  const [, prelude] = /^@import\s+(.*);$/is.exec(ruleText) ?? []
  return prelude === undefined ? undefined : importParts(prelude)
}

/** The rules of an imported sheet in the conditions of its rule. */
export function importedTexts(
  rules: readonly string[],
  importRule: ImportParts,
): readonly string[] {
  const { layer, supports, media } = importRule
  const around = [
    layer === null ? '' : `@layer ${layer}`,
    supports === null
      ? ''
      : `@supports ${/^\(|^not\b/.test(supports) ? supports : `(${supports})`}`,
    media === '' ? '' : `@media ${media}`,
  ].filter(Boolean)
  if (around.length === 0) return rules
  return [around.reduce((inside, start) => `${start}{${inside}}`, rules.join('\n'))]
}
