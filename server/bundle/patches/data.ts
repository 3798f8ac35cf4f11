/**
 * Text and comments. Changed: they have their data, and share a list of what is in them: nothing.
 */
import type { Patch } from '../patch.ts'

export const CHARACTER_DATA: readonly Patch[] = [
  {
    why: 'two lists of children at every text and comment',
    text: `        super();
        this[PropertySymbol.data] =`,
    by: `        super(LEAF);
        this[PropertySymbol.data] =`,
  },
  {
    why: 'the list where there is nothing',
    text: "    [PropertySymbol.data] = '';\n",
    by: `    [PropertySymbol.data] = '';
    [PropertySymbol.nodeArray] = NOTHING;
    [PropertySymbol.elementArray] = NOTHING;
`,
  },
  {
    why: 'where that is',
    text: "import Node from '../node/Node.js';",
    by: "import Node, { LEAF, NOTHING } from '../node/Node.js';",
  },
]
