// Edits a text in the line ends and with the byte order mark that it has: editors on Windows write
// both.

/** @returns The result of `edit`, whose text has neither. */
export function asWritten<T extends string | undefined>(
  text: string,
  edit: (text: string) => T,
): string | T {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  const isWindows = /\r\n/.test(text) && !/[^\r]\n/.test(text)
  const plain = text.slice(mark.length)
  const edited = edit(isWindows ? plain.replaceAll('\r\n', '\n') : plain)
  if (edited === undefined) return edited
  return mark + (isWindows ? edited.replaceAll('\n', '\r\n') : edited)
}
