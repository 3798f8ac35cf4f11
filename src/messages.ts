// Error messages by code. In production a browser shows code and values only, to save bytes.

export type MessageWriter = (code: string, values: readonly unknown[]) => string

let write: MessageWriter = (code, values) => `${code}: ${values.join(', ')}`

export function writeMessages(writer: MessageWriter): void {
  write = writer
}

export const messageOf: MessageWriter = (code, values) => write(code, values)
