// A value of the process, made at its first use.

export function once<T extends object>(create: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= create()
    return made
  }
}
