/** Replaces pieces of a text without moving its lines. */

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
  /** At one position, inner edits close first and outer edits open first. */
  readonly order: number
}

/** Make outer edits before inner ones. */
export class EditedText {
  readonly #source: string
  readonly #edits: Edit[] = []

  constructor(source: string) {
    this.#source = source
  }

  replace(start: number, end: number, text: string): void {
    this.#edits.push({ start, end, text, order: this.#edits.length + 1 })
  }

  insert(at: number, text: string): void {
    this.#edits.push({ start: at, end: at, text, order: -this.#edits.length })
  }

  /** Removes a statement but keeps its semicolon: the next line may begin with a bracket. */
  remove(start: number, end: number): void {
    this.replace(start, start + 1, ';')
    this.blank(start + 1, end)
  }

  blank(start: number, end: number): void {
    const text = this.#source.slice(start, end).replace(/[^\n\r\u2028\u2029]/g, ' ')
    this.replace(start, end, text)
  }

  toString(): string {
    let text = ''
    let at = 0
    const edits = this.#edits.toSorted((a, b) => a.start - b.start || a.order - b.order)
    for (const edit of edits) {
      text += this.#source.slice(at, edit.start) + edit.text
      at = Math.max(at, edit.end)
    }
    text += this.#source.slice(at)
    return text.startsWith('#!') ? `//${text}` : text
  }
}
