// Formats numbers, letters and parts of speech, the same in every locale.

/** 147478 -> '147,478'. */
export const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

/** '1 sense', '2 senses', '1,000 words'. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : many}`

/** Replaces WordNet's typewriter quotes and dashes. */
export const typeset = (text: string): string =>
  text
    .replace(/`([^`']*)'/g, '‘$1’')
    .replace(/(?<=\p{L})'/gu, '’')
    .replace(/\s*--\s*/g, ' – ')

/** '0' is for words that begin with no letter. */
export const letterSign = (letter: string): string => (letter === '0' ? '#' : letter.toUpperCase())

export const letterName = (letter: string): string =>
  letter === '0' ? 'that begin with a sign or digit' : `in ${letter.toUpperCase()}`

/** 'Verbs', 'Verbs in K'. */
export const partTitle = (part: string, letter?: string): string => {
  const plural = `${part.charAt(0).toUpperCase()}${part.slice(1)}s`
  return letter === undefined ? plural : `${plural} ${letterName(letter)}`
}
