/** Texts that markup has to escape, and others that it must not change. */
export const WORDS = ['naïve', '<b>bold</b>', 'a & b', '"quoted"', '日本語', '  spaced  out ', '']
