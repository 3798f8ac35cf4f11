// What a path of a URL names. In: a path of anyone, percent-encoded. Out: the name of a file, which may still lead elsewhere by
// its dots; undefined for what is no name of one.

/** Reads the name. */
export function fileName(path: string): string | undefined {
  try {
    const name = decodeURIComponent(path)
    return name.includes('\0') ? undefined : name
  } catch {
    return undefined
  }
}
