import type { AnsweredState } from './answer-state.ts'

/** For other sites, only the response is known. */
type Answered = Pick<AnsweredState, 'status' | 'headers' | 'time' | 'body' | 'size'> &
  Partial<AnsweredState>

/** The findings of `hashbang inspect`. Every present field is printed. */
export interface Findings extends Answered {
  readonly pretty: string
  readonly ugly: string
  readonly readable?: string | undefined
  readonly route?: unknown
  /** Routes whose pattern fits but that refuse a param or search key. */
  readonly refused?: readonly string[]
  readonly loaded?: unknown
  readonly allowed?: boolean
}
