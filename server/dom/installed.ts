/** Holds a value of the process that a later part sets, because imports go one way. */
export class Installed<T> {
  value: T

  constructor(before: T) {
    this.value = before
  }
}
