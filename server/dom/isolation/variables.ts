/** Takes back the environment variables that a page sets, deletes or replaces. */
import process from 'node:process'

export class PageVariables {
  #names: readonly string[] = []
  #values: Readonly<Record<string, string | undefined>> = {}

  take(): void {
    this.#names = Object.keys(process.env)
    this.#values = { ...process.env }
  }

  restore(): void {
    const { env } = process
    const names = Object.keys(env)
    const values = this.#values
    for (const name of names) if (!Object.hasOwn(values, name)) delete env[name]
    // Reading is cheaper than asking whether it is there; a value is never undefined.
    for (const name of this.#names) if (env[name] !== values[name]) env[name] = values[name]
  }
}
