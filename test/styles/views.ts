/** The windows and color schemes that each page of the corpus is read in. */

export interface View {
  readonly width: number
  readonly scheme: 'light' | 'dark'
}

export const HEIGHT = 800

export const VIEWS: readonly View[] = [1280, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((scheme) => ({ width, scheme })),
)

export const nameOf = ({ width, scheme }: View): string => `${scheme} ${width}`
