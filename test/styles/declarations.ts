/** The declarations of random cascades, and the properties that are compared. */

const WIDE = 'inherit|initial|unset|revert|revert-layer'

/** Weight, names, values. */
export const DECLARATIONS: readonly (readonly [number, string, string])[] = [
  [4, 'color', 'red|rgb(0 128 0)|#00f|currentColor|var(--x, gold)|var(--y)'],
  [2, 'background-color', 'pink|transparent|currentcolor|var(--x)'],
  [2, 'margin-left', '1px|2em|calc(1px + 2px)|var(--n, 9px)|-3px'],
  [2, 'padding-top', '3px|1em|0'],
  [2, 'border-top-style', 'solid|dotted|none'],
  [1, 'border-top-width', '1px|thick|medium|0'],
  [2, 'font-weight', 'bold|bolder|lighter|300|normal'],
  [1, 'font-style', 'italic|normal'],
  [2, 'display', 'block|inline|inline-block|none|flex|contents|list-item'],
  [1, 'text-transform', 'uppercase|none|capitalize'],
  [1, 'white-space', 'pre|nowrap|normal|pre-wrap|pre-line'],
  [1, 'list-style-type', 'square|none|disc|lower-roman|"x"'],
  [1, 'opacity', '.5|50%|1|2'],
  [1, 'z-index', '1|auto|-1'],
  [1, 'letter-spacing', '1px|.1em|normal'],
  [4, '--x', 'red|blue|var(--y)|var(--x)|var(--y, tan)|initial|inherit|unset|revert|revert-layer'],
  [2, '--y', 'lime|navy|var(--x)|var(--x, cyan)|'],
  [1, '--n', '6px|var(--x)|initial'],
  [1, 'margin', `5px|1px 2px 3px 4px|var(--n)|${WIDE}`],
  [1, 'margin-inline-start', `7px|${WIDE}`],
  [1, 'padding', `4px|1px 2px|${WIDE}`],
  [1, 'padding-block', '8px|1px 2px'],
  [1, 'border-top', `2px dashed red|thin|${WIDE}`],
  [1, 'border', `1px solid|none|var(--n) solid|${WIDE}`],
  [1, 'border-style|border-block-start-style', 'dashed|none solid|inherit'],
  [1, 'background', `blue|none|var(--x)|${WIDE}`],
  [1, 'font', `italic bold 10px serif|300 20px/1 serif|${WIDE}`],
  [1, 'list-style', `square inside|none|"y" outside|${WIDE}`],
  [1, 'white-space-collapse', 'preserve|collapse'],
  [1, 'all', WIDE],
  [
    6,
    'color|background-color|margin-left|padding-top|border-top-style|border-top-width|' +
      'font-weight|font-style|display|text-transform|white-space|list-style-type|opacity|' +
      'z-index|letter-spacing',
    WIDE,
  ],
]

export const COMPARED: readonly string[] = (
  'color background-color margin-left padding-top border-top-style border-top-width ' +
  'font-weight font-style font-size display text-transform white-space list-style-type ' +
  'list-style-position opacity z-index letter-spacing --x --y'
).split(' ')
