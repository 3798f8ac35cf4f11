// Which texts can be tokens of a request. In: a text. Out: whether a header holds it as it is.

/** Whether it is printable ASCII, without a space at an end. */
export const isToken = (text: string): boolean =>
  /^[\x20-\x7e]+$/.test(text) && text === text.trim()
