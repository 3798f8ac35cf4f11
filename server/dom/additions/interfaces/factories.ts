/**
 * Adds `Image`, `Audio` and `Option`: each creates an element that is an instance of it.
 * https://webidl.spec.whatwg.org/#LegacyFactoryFunction
 */
import type { InnerWindow } from '../../internals.ts'
import { interfaceOf } from './classes.ts'

export function installFactories(window: InnerWindow): void {
  const { document } = window
  function Image(width?: number, height?: number): HTMLImageElement {
    const image = document.createElement('img')
    if (width !== undefined) image.width = width
    if (height !== undefined) image.height = height
    return image
  }
  function Audio(source?: string): HTMLAudioElement {
    const audio = document.createElement('audio')
    audio.setAttribute('preload', 'auto')
    if (source !== undefined) audio.src = source
    return audio
  }
  function Option(
    text = '',
    value?: string,
    defaultSelected = false,
    selected = false,
  ): HTMLOptionElement {
    const option = document.createElement('option')
    option.text = text
    if (value !== undefined) option.value = value
    option.defaultSelected = defaultSelected
    if (selected) option.selected = true
    return option
  }
  const made = { HTMLImageElement: Image, HTMLAudioElement: Audio, HTMLOptionElement: Option }
  for (const [of, factory] of Object.entries(made)) {
    const { prototype } = interfaceOf(window, of)
    Object.defineProperty(factory, 'prototype', { value: prototype, writable: false })
    Object.assign(window, { [factory.name]: factory })
  }
}
