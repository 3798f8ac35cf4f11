/** A browser over WebDriver, as its tests ask it. */

/** What a browser is asked for. */
export interface Browser {
  open(url: string): Promise<void>
  click(selector: string): Promise<void>
  /** Types into the element that a script gives. */
  type(script: string, text: string): Promise<void>
  back(): Promise<void>
  run<T>(script: string): Promise<T>
  /** Asks until the script gives something true, for 60 s at most. */
  until<T>(script: string): Promise<T>
  close(): Promise<void>
}

/** Waits until a script gives something true, says whether it did, and counts it. */
export type Check = (what: string, script: string) => Promise<void>
