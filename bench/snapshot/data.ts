// The content of the bench pages: a navigation, six paragraphs, fifty items, a hundred rows. It is
// a function of the id, so that no cache can answer.

const WORDS =
  'harbour lantern meadow copper thistle orchard gravel willow ember saddle river candle marble ferry kettle'.split(
    ' ',
  )

function words(count: number, seed: number): string {
  return Array.from({ length: count }, (_, i) => WORDS[(seed * 7 + i * 3) % WORDS.length]).join(' ')
}

export interface Item {
  readonly name: string
  readonly price: number
  readonly text: string
  readonly chosen: boolean
}

export interface PageData {
  readonly title: string
  readonly links: readonly { readonly href: string; readonly label: string }[]
  readonly paragraphs: readonly string[]
  readonly items: readonly Item[]
  readonly rows: readonly (readonly string[])[]
}

const count = <T>(length: number, make: (index: number) => T): T[] =>
  Array.from({ length }, (_, index) => make(index))

export function pageData(id: number): PageData {
  return {
    title: `Catalogue ${id}: <tools> & "wares"`,
    links: count(10, (i) => ({ href: `#!/part/${i}?from=${id}&sort=name`, label: `Part ${i}` })),
    paragraphs: count(6, (i) => words(60, id + i)),
    items: count(50, (i) => ({
      name: `Ware ${id}-${i}`,
      price: ((id + i) % 90) + 0.5,
      text: words(8, i + id),
      chosen: i === 3,
    })),
    rows: count(100, (i) => [`${i}`, words(2, i), `${(i * id) % 1000}`, words(1, i + 1)]),
  }
}
