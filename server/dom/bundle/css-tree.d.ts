declare module 'css-tree/dist/csstree.esm' {
  /** @see https://github.com/csstree/csstree/blob/master/docs/forking.md */
  export function fork(extension: object): { readonly lexer: object }
}
