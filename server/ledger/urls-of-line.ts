// The URLs in a line of a log, a mail, a sitemap or a list. In: a line. Out: absolute URLs, paths with a query, fragments: what a
// request was for, what a link leads to. A line that is a URL is one.

const URLS = /https?:\/\/[^\s"'<>\\^`{|}]+/g
const REQUEST = /"(?:GET|HEAD|POST) (\/[^\s"]*)(?: HTTP\/[\d.]+)?"/

/** Reads it. */
export function urlsOfLine(line: string): string[] {
  if (/^[#/]\S*$/.test(line)) return [line]
  // A browser that was led by a link sends no fragment, but old crawlers send the state.
  const request = REQUEST.exec(line)?.[1]
  if (request !== undefined) return [request]
  const isMarkup = /<\w|&amp;/.test(line)
  return (line.match(URLS) ?? []).map((url) => {
    const text = isMarkup ? url.replaceAll('&amp;', '&') : url
    // What ends a sentence is none of the URL in it.
    return text === line ? text : text.replace(/[.,;:!?)\]]+$/, '')
  })
}
