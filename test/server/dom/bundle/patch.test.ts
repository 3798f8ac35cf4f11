/** The patches of happy-dom: what an upgrade hears of one that does not fit, and what each says of itself. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { parsePatch, type StructuredPatch } from 'diff'
import { apply } from '../../../../server/dom/bundle/patch.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('patch')

test('a patch that does not fit any more names the file and the patch', () => {
  const [patch] = parsePatch(
    '--- a/lib/x/Y.js\n+++ b/lib/x/Y.js\n@@ -1,2 +1,1 @@\n b();\n-a = 1;\n',
  )
  const one = { name: 'x-Y.patch', patch: patch as StructuredPatch }
  expect(apply('b();\na = 1;\n', 'x/Y.js', one)).toBe('b();\n')
  for (const code of ['b();\na = 2;\n', 'c();\na = 1;\n', '']) {
    expect(() => apply(code, 'x/Y.js', one)).toThrow(
      'happy-dom/lib/x/Y.js is not as patches/x-Y.patch has it',
    )
  }
})

test('every patch says what it is for, and whether it is of use to others', () => {
  const folder = new URL('../../../../server/dom/bundle/patches/', import.meta.url)
  const names = readdirSync(folder)
  expect(names.length).toBeGreaterThan(5)
  const silent = names.filter(
    (name) =>
      !/^[A-Z].*\n[\s\S]*^(?:Ours: |https:|Not reported\. Report: )/m.test(
        readFileSync(new URL(name, folder), 'utf8'),
      ),
  )
  expect(silent).toEqual([])
})
