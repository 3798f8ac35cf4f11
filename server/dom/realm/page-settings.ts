/** Sets attributes with a plain value back, which pages may set, such as `document.designMode`. */
import { accessorsOf, read } from '../isolation/window-objects.ts'

/** @param stays Receives the names of those that stay. */
type TakeBack = (stays: string[]) => void

export function settingsOf({ document, history, screen }: Window): TakeBack[] {
  return Object.entries({ document, history, screen }).flatMap(([name, object]) =>
    [...accessorsOf(object)].flatMap(([key, { get, set }]): TakeBack[] => {
      if (!get || !set || /^on[a-z]+$/.test(key)) return []
      const was = read(object, get)
      if (Object(was) === was) return []
      return [
        (stays) => {
          if (Object.is(read(object, get), was)) return
          set.call(object, was)
          if (!Object.is(read(object, get), was)) stays.push(`${name}.${key}`)
        },
      ]
    }),
  )
}
