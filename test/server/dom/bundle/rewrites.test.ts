/** How the build rewrites happy-dom's files, and the error of a patch that does not fit. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { parsePatch, type StructuredPatch } from 'diff'
import {
  apply,
  classesOfOneWindow,
  defaultsOnPrototype,
} from '../../../../server/dom/bundle/rewrites.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('rewrites')

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

test('every patch names its purpose, and its issue or report unless it is ours', () => {
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

test('constant defaults of a class move to its prototype; objects that it creates do not', () => {
  const code = `export default class A extends B {
    [S.c] = null;
    constructor() {
        super();
        this[S.d] = '';
        this[S.e] = [];
    }
}
`
  const { changed, count } = defaultsOnPrototype(code)
  expect(count).toBe(2)
  expect(changed).toBe(`export default class A extends B {
    constructor() {
        super();
        this[S.e] = [];
    }
}

A.prototype[S.d] = '';
A.prototype[S.c] = null;
`)
})

test('the first window has the class that others derive from, and nodes keep the document that made them', () => {
  const code = `import TextImplementation from '../nodes/text/Text.js';
export default class WindowContextClassExtender {
    static extendClasses(window) {
        // Text
        class Text extends TextImplementation {
        }
        Text.prototype[PropertySymbol.window] = window;
        window.Text = Text;
    }
}
`
  const { changed, count } = classesOfOneWindow(code)
  expect(count).toBe(1)
  expect(changed).toBe(`import OwnedNode from '../nodes/node/Node.js';
import OwnedRoot from '../nodes/shadow-root/ShadowRoot.js';
let hasWindow = false;
import TextImplementation from '../nodes/text/Text.js';
export default class WindowContextClassExtender {
    static extendClasses(window) {
        const isFirst = !hasWindow;
        hasWindow = true;
        OwnedNode.prototype[PropertySymbol.window] = null;
        OwnedRoot.prototype[PropertySymbol.window] = null;
        // Text
        const Text = isFirst ? TextImplementation : class Text extends TextImplementation {
        };
        Text.prototype[PropertySymbol.window] = window;
        window.Text = Text;
    }
}
`)
})

test('a derived class with members stays', () => {
  const code = `        class Text extends TextImplementation {
            own = 1;
        }
`
  expect(classesOfOneWindow(code).count).toBe(0)
})
