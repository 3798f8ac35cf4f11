/** The names of pseudo-classes, pseudo-elements and combinators, for `parse.ts`. */

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** Pseudo-classes that css-select answers. */
export const STRUCTURAL = words(
  'first-child last-child only-child first-of-type last-of-type only-of-type',
)

/** Pseudo-classes that `pseudo-classes.ts` answers. */
export const ANSWERED = words(
  'any-link checked default defined disabled empty enabled focus focus-visible focus-within host in-range indeterminate ' +
    'invalid link modal open optional out-of-range placeholder-shown popover-open read-only read-write required root scope ' +
    'target valid -webkit-any-link',
)

/** States that no snapshot has: hovered, playing, filled in. */
export const NEVER = words(
  'active active-view-transition autofill current fullscreen future hover interest-source interest-target past ' +
    'picture-in-picture target-after target-before target-current user-invalid user-valid visited xr-overlay ' +
    '-webkit-autofill -webkit-drag -webkit-full-page-media -webkit-full-screen -webkit-full-screen-ancestor ' +
    'corner-present decrement double-button end horizontal increment no-button single-button start vertical window-inactive',
)

export const PSEUDO_ELEMENTS = words(
  'after backdrop before checkmark column cue details-content file-selector-button first-letter first-line grammar-error ' +
    'marker permission-icon picker-icon placeholder scroll-marker scroll-marker-group search-text selection spelling-error ' +
    'target-text view-transition',
)
export const LEGACY_PSEUDO_ELEMENTS = words('after before first-letter first-line')
export const PSEUDO_ELEMENTS_WITH_ARGUMENT = words(
  'cue highlight part slotted view-transition-group view-transition-image-pair view-transition-new view-transition-old',
)

export const COMBINATORS = words('adjacent child descendant sibling')
