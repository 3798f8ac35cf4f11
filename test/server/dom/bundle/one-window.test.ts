/** The classes of a window are happy-dom's own. */
import { expect } from '@playwright/test'
import { classesOfOneWindow } from '../../../../server/dom/bundle/one-window.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('one-window')

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

test('a class that does more than to be derived stays', () => {
  const code = `        class Text extends TextImplementation {
            own = 1;
        }
`
  expect(classesOfOneWindow(code).count).toBe(0)
})
