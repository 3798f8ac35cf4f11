/** The package has no types of its own. */
declare module '@webref/idl' {
  /** The definitions of each specification, by its short name. */
  export function parseAll(): Promise<Record<string, readonly unknown[]>>
}
