// Shows a snapshot as a browser without script does. In: its HTML. Out: a frame, sandboxed: nothing in it runs, and its links lead
// the page beside it. A new frame for each snapshot, as one that is loaded anew would put an entry into the reader's history.

/** Makes a frame that shows HTML. */
export function snapshotFrame(html: string, title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  // Of the document's own origin, so that its links can be heard; it has no script that could make use of it.
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
