// Finds absolute URLs, paths with a query, and fragments in a line of text. A line that is a URL
// counts as one.

const URLS = /https?:\/\/[^\s"'<>\\^`{|}]+/g
const REQUEST = /"(?:GET|HEAD|POST) (\/[^\s"]*)(?: HTTP\/[\d.]+)?"/

export function urlsOfLine(line: string): string[] {
  if (/^[#/]\S*$/.test(line)) return [line]
  // Browsers send no fragment, but old crawlers sent the state.
  const request = REQUEST.exec(line)?.[1]
  if (request !== undefined) return [request]
  const isMarkup = /<\w|&amp;/.test(line)
  return (line.match(URLS) ?? []).map((url) => {
    const text = isMarkup ? url.replaceAll('&amp;', '&') : url
    // Punctuation at the end of a sentence is not part of the URL.
    return text === line ? text : text.replace(/[.,;:!?)\]]+$/, '')
  })
}
