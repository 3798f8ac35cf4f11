/**
 * Adds `canPlayType`, as in Chrome: pages choose a player or a source by it. An addition: happy-dom
 * plays nothing. https://html.spec.whatwg.org/multipage/media.html#dom-navigator-canplaytype
 */
import { type InnerWindow, override } from '../internals.ts'

const CODECS: Readonly<Record<string, RegExp>> = {
  mp4: /^(?:avc[13]|hvc1|hev1|av01|vp0?9|mp4a|opus|flac|mp3)(?:\.|$)/,
  webm: /^(?:vp0?[89]|av01|opus|vorbis)(?:\.|$)/,
  ogg: /^(?:opus|vorbis|flac)$/,
  wav: /^1$/,
}

const CONTAINERS: Readonly<Record<string, RegExp | undefined>> = {
  'video/mp4': CODECS.mp4,
  'video/x-m4v': CODECS.mp4,
  'audio/mp4': CODECS.mp4,
  'audio/x-m4a': CODECS.mp4,
  'video/webm': CODECS.webm,
  'audio/webm': CODECS.webm,
  'audio/ogg': CODECS.ogg,
  'application/ogg': CODECS.ogg,
  'audio/wav': CODECS.wav,
  'audio/x-wav': CODECS.wav,
}

/** Types whose name says the codec. */
const WHOLE = /^audio\/(?:mpeg|mp3|x-mp3|aac|flac)$/

function canPlay(mimeType: string): CanPlayTypeResult {
  const [type = '', ...parameters] = mimeType.split(';').map((part) => part.trim().toLowerCase())
  const named = parameters.find((parameter) => parameter.startsWith('codecs='))
  const codecs = named
    ?.slice('codecs='.length)
    .replaceAll(/["']/g, '')
    .split(',')
    .map((codec) => codec.trim())
    .filter((codec) => codec !== '')
  if (WHOLE.test(type)) return codecs?.length ? '' : 'probably'
  const container = CONTAINERS[type]
  if (!container) return ''
  if (!codecs?.length) return 'maybe'
  return codecs.every((codec) => container.test(codec)) ? 'probably' : ''
}

export function installMediaTypes(window: InnerWindow): void {
  override<HTMLMediaElement>(window.HTMLMediaElement.prototype, {
    canPlayType: (type) => canPlay(String(type)),
  })
}
