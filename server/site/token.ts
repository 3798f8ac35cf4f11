// Checks that a header can hold a token unchanged.

/** Whether it is printable ASCII, without a space at an end. */
export const isToken = (text: string): boolean =>
  /^[\x20-\x7e]+$/.test(text) && text === text.trim()
