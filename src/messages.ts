// Error messages by code. To save bytes, a browser in production shows the code with its values.

export type MessageWriter = (code: string, values: readonly unknown[]) => string

let write: MessageWriter = (code, values) => `${code}: ${values.join(', ')}`

export function writeMessages(writer: MessageWriter): void {
  write = writer
}

export const messageOf: MessageWriter = (code, values) => write(code, values)
