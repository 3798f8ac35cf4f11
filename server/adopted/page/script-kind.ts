// Classifies script elements and resolves their URLs.
// https://html.spec.whatwg.org/multipage/scripting.html#attr-script-type

const CLASSIC = /^$|^(?:text|application)\/(?:x-)?(?:java|ecma)script$/i

/** @returns Undefined for data blocks. */
export function kindOf(script: HTMLScriptElement): 'classic' | 'module' | 'importmap' | undefined {
  const type = (script.getAttribute('type') ?? '').trim()
  if (CLASSIC.test(type)) return 'classic'
  const name = type.toLowerCase()
  return name === 'module' || name === 'importmap' ? name : undefined
}

/** @returns Undefined if the URL is absent or invalid. */
export function urlOf(script: HTMLScriptElement, base: string): string | undefined {
  const src = script.getAttribute('src') ?? ''
  return src !== '' && URL.canParse(src, base) ? new URL(src, base).href : undefined
}
