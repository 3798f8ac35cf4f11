// Error messages by code. In production a browser shows code and values only, to save bytes, with
// the name of the package to search for.

export type MessageWriter = (code: string, values: readonly unknown[]) => string

let write: MessageWriter = (code, values) => `hashbang-router ${code}: ${values.join(', ')}`

export function writeMessages(writer: MessageWriter): void {
  write = writer
}

export const messageOf: MessageWriter = (code, values) => write(code, values)
