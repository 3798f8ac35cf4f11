// Shows a snapshot's HTML without script, in a sandboxed frame. Its links navigate the app's page.
// Each snapshot has a new frame: a reload would add a history entry.

/** Creates a frame that shows HTML. */
export function snapshotFrame(html: string, title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  // Same origin, so that clicks on its links are visible to us; no script can use that.
  frame.setAttribute('sandbox', 'allow-same-origin')
  frame.title = title
  frame.srcdoc = html
  frame.addEventListener('load', () => {
    frame.contentDocument?.addEventListener('click', follow)
  })
  return frame
}

function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest?.('a[href]')
  if (!link || event.defaultPrevented) return
  event.preventDefault()
  const { href, origin } = new URL(link.getAttribute('href') ?? '', document.baseURI)
  if (origin === location.origin) location.assign(href)
  else window.open(href, '_blank', 'noopener')
}
