// Decodes a URL path to a file name. The name may still contain dot segments. Undefined if no disk
// can have such a name.

/** Most bytes of a name. Fewer than Linux allows for a path, to leave room for the folder. */
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

// Names that some file system treats as a device or folder, or truncates.
const UNSAFE = /^(?:|.*\.|(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?)$/

/** Whether a text cannot be a folder's name. */
export const isUnsafe = (segment: string): boolean => UNSAFE.test(segment)
