// Error messages by code. To save bytes, a browser in production shows the code with its values.

/** Writes an error's message from its code and values. */
export type MessageWriter = (code: string, values: readonly unknown[]) => string

let write: MessageWriter = (code, values) => `${code}: ${values.join(', ')}`

/** Replaces the function that writes messages. */
export function writeMessages(writer: MessageWriter): void {
  write = writer
}

/** Returns the message of an error. */
export const messageOf: MessageWriter = (code, values) => write(code, values)
