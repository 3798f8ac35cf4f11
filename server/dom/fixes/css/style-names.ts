/**
 * The shorthands of Chromium with their longhands, where a star is the name, and its own
 * properties. Written by test/generate/style-names.ts: do not edit.
 */

export const SHORTHANDS =
  '-webkit-mask-position: *-x *-y; -webkit-text-stroke: *-width *-color; animation: *-duration *-timing-function ' +
  '*-delay *-iteration-count *-direction *-fill-mode *-play-state *-name *-timeline *-range-start *-range-end; ' +
  'background: *-image *-position-x *-position-y *-size *-repeat *-attachment *-origin *-clip *-color; ' +
  'background-position: *-x *-y; border: *-top-color *-top-style *-top-width *-right-color *-right-style ' +
  '*-right-width *-bottom-color *-bottom-style *-bottom-width *-left-color *-left-style *-left-width ' +
  '*-image-source *-image-slice *-image-width *-image-outset *-image-repeat; border-block: *-start-color ' +
  '*-start-style *-start-width *-end-color *-end-style *-end-width; border-block-color: border-block-start-color ' +
  'border-block-end-color; border-block-end: *-width *-style *-color; border-block-start: *-width *-style ' +
  '*-color; border-block-style: border-block-start-style border-block-end-style; border-block-width: ' +
  'border-block-start-width border-block-end-width; border-bottom: *-width *-style *-color; border-color: ' +
  'border-top-color border-right-color border-bottom-color border-left-color; border-image: *-source *-slice ' +
  '*-width *-outset *-repeat; border-inline: *-start-color *-start-style *-start-width *-end-color *-end-style ' +
  '*-end-width; border-inline-color: border-inline-start-color border-inline-end-color; border-inline-end: ' +
  '*-width *-style *-color; border-inline-start: *-width *-style *-color; border-inline-style: ' +
  'border-inline-start-style border-inline-end-style; border-inline-width: border-inline-start-width ' +
  'border-inline-end-width; border-left: *-width *-style *-color; border-radius: border-top-left-radius ' +
  'border-top-right-radius border-bottom-right-radius border-bottom-left-radius; border-right: *-width *-style ' +
  '*-color; border-spacing: -webkit-border-horizontal-spacing -webkit-border-vertical-spacing; border-style: ' +
  'border-top-style border-right-style border-bottom-style border-left-style; border-top: *-width *-style ' +
  '*-color; border-width: border-top-width border-right-width border-bottom-width border-left-width; column-rule: ' +
  '*-width *-style *-color; columns: column-width column-count column-height column-wrap; flex: *-grow *-shrink ' +
  '*-basis; flex-flow: flex-direction flex-wrap; gap: row-gap column-gap; grid: *-template-rows ' +
  '*-template-columns *-template-areas *-auto-flow *-auto-rows *-auto-columns; grid-area: grid-row-start ' +
  'grid-column-start grid-row-end grid-column-end; grid-column: *-start *-end; grid-row: *-start *-end; ' +
  'grid-template: *-rows *-columns *-areas; inset: top right bottom left; inset-block: *-start *-end; ' +
  'inset-inline: *-start *-end; list-style: *-position *-image *-type; margin: *-top *-right *-bottom *-left; ' +
  'margin-block: *-start *-end; margin-inline: *-start *-end; mask: *-image -webkit-mask-position-x ' +
  '-webkit-mask-position-y *-size *-repeat *-origin *-clip *-composite *-mode; mask-position: ' +
  '-webkit-mask-position-x -webkit-mask-position-y; outline: *-color *-style *-width; overflow: *-x *-y; ' +
  'overscroll-behavior: *-x *-y; padding: *-top *-right *-bottom *-left; padding-block: *-start *-end; ' +
  'padding-inline: *-start *-end; place-content: align-content justify-content; place-items: align-items ' +
  'justify-items; place-self: align-self justify-self; scroll-margin: *-top *-right *-bottom *-left; ' +
  'scroll-margin-block: *-start *-end; scroll-margin-inline: *-start *-end; scroll-padding: *-top *-right ' +
  '*-bottom *-left; scroll-padding-block: *-start *-end; scroll-padding-inline: *-start *-end; text-decoration: ' +
  '*-line *-thickness *-style *-color; text-emphasis: *-style *-color; text-wrap: *-mode *-style; transition: ' +
  '*-property *-duration *-timing-function *-delay *-behavior; white-space: *-collapse text-wrap-mode;'

export const OWN_NAMES =
  '-webkit-border-horizontal-spacing -webkit-border-image -webkit-border-vertical-spacing -webkit-box-align ' +
  '-webkit-box-decoration-break -webkit-box-direction -webkit-box-flex -webkit-box-ordinal-group ' +
  '-webkit-box-orient -webkit-box-pack -webkit-box-reflect -webkit-font-smoothing -webkit-line-break ' +
  '-webkit-line-clamp -webkit-mask-position-x -webkit-mask-position-y -webkit-ruby-position ' +
  '-webkit-tap-highlight-color -webkit-text-combine -webkit-text-fill-color -webkit-text-orientation ' +
  '-webkit-text-security -webkit-text-stroke-color -webkit-text-stroke-width -webkit-user-drag ' +
  '-webkit-user-modify -webkit-writing-mode'
