// Keeps the reader's table and state for a reload of the tab.

const KEY = 'playground'

export interface PlaygroundText {
  readonly table: string
  readonly state: string
  /** The table of the link that the reader has run. */
  readonly link: string
}

/** Null if there is none, or the browser keeps nothing. */
export function readStored(): PlaygroundText | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    return typeof stored?.table === 'string' && typeof stored.state === 'string' ? stored : null
  } catch {
    return null
  }
}

export function store(text: PlaygroundText): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(text))
  } catch {
    // A reload then begins with the example.
  }
}
