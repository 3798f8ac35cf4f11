// The shell's tags that the server replaced with the page's. They travel as JSON for the app to
// restore: crawlers would take elements, even in a `<template>`, for the page's own.

/** The content of `<script id="hashbang-head">`. */
export interface OwnHead {
  /** The language of the shell, if the page has another. */
  readonly lang?: string
  readonly tags: readonly (readonly [
    name: string,
    attributes: Readonly<Record<string, string>>,
    text: string,
  ])[]
}
