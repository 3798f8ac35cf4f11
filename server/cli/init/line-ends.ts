// Edits a text in the line ends and with the byte order mark that it has: editors on Windows write
// both.

/** `edit` receives the text with line feeds alone and without the mark. */
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
