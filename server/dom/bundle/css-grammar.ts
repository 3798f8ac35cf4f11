// The grammar of CSS values, for `#css-grammar`. A file of its own: loaded with the first style.

export { fork } from 'css-tree/dist/csstree.esm'
