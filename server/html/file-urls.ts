// Finds addresses of the server's files in a snapshot, which no reader can load. A text that
// mentions one, as in a code sample, is content. Reads what the serializer writes: quoted
// attributes, and no "<" in text.

const IN_ATTRIBUTE =
  /<([a-z][\w-]*)(?:\s[^\s="<>]+(?:="[^"]*")?)*?\s((?:src|srcset|href|xlink:href|poster|data|action|formaction)="(?:[^"]*[\s,])?file:\/\/\/[^"]*"|style="[^"]*url\((?:&quot;|['\s])*file:\/\/\/[^"]*")/g
const IN_SHEET = /<(style)\b[^<>]*>[^<]*(url\(["'\s]*file:\/\/\/[^)]*\))/g

/** @returns A warning for each. Costs one search in a page without any. */
export const fileUrls = (html: string): readonly string[] =>
  html.includes('file:///')
    ? [IN_ATTRIBUTE, IN_SHEET].flatMap((pattern) =>
        Array.from(
          html.matchAll(pattern),
          ([, tag, place]) =>
            `<${tag}> has ${place}, a file of this machine, which no reader can load: import the file, or write new URL('./name', import.meta.url) in a module of your app`,
        ),
      )
    : []
