// What a path of a URL names. In: a path of anyone, percent-encoded. Out: the name of a file, which may still lead elsewhere by
// its dots; undefined for what no disk can have.

/** As many bytes as disks take for one name; and fewer than Linux takes for a path, as the folder's own comes before it. */
const NAME_BYTES = 255
const PATH_BYTES = 3072

/** Reads the name. */
export function fileName(path: string): string | undefined {
  try {
    const name = decodeURIComponent(path)
    const isTooLong =
      Buffer.byteLength(name) > PATH_BYTES ||
      name.split('/').some((part) => Buffer.byteLength(part) > NAME_BYTES)
    return isTooLong || name.includes('\0') ? undefined : name
  } catch {
    return undefined
  }
}
