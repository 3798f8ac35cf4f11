/**
 * Lists Chromium's properties: longhands with their initial values as computed, those that no
 * computed style lists, inherited ones, and shorthands and other names with their longhands.
 * Written by test/generate/css-properties.ts: do not edit.
 */

export const INITIAL_VALUES =
  'accent-color:auto;align-content:normal;align-items:normal;align-self:auto;alignment-baseline:auto;' +
  'anchor-name:none;anchor-scope:none;animation-composition:replace;animation-delay:0s;animation-direction:normal;' +
  'animation-duration:0s;animation-fill-mode:none;animation-iteration-count:1;animation-name:none;' +
  'animation-play-state:running;animation-range-end:normal;animation-range-start:normal;animation-timeline:auto;' +
  'animation-timing-function:ease;animation-trigger:none;app-region:none;appearance:none;aspect-ratio:auto;' +
  'backdrop-filter:none;backface-visibility:visible;background-attachment:scroll;background-blend-mode:normal;' +
  'background-clip:border-box;background-color:rgba(0, 0, 0, 0);background-image:none;' +
  'background-origin:padding-box;background-position:0% 0%;background-repeat:repeat;background-size:auto;' +
  'baseline-shift:0px;baseline-source:auto;block-size:auto;border-block-end-color:rgb(0, 0, 0);' +
  'border-block-end-style:none;border-block-end-width:0px;border-block-start-color:rgb(0, 0, 0);' +
  'border-block-start-style:none;border-block-start-width:0px;border-bottom-color:rgb(0, 0, 0);' +
  'border-bottom-left-radius:0px;border-bottom-right-radius:0px;border-bottom-style:none;border-bottom-width:0px;' +
  'border-collapse:separate;border-end-end-radius:0px;border-end-start-radius:0px;border-image-outset:0;' +
  'border-image-repeat:stretch;border-image-slice:100%;border-image-source:none;border-image-width:1;' +
  'border-inline-end-color:rgb(0, 0, 0);border-inline-end-style:none;border-inline-end-width:0px;' +
  'border-inline-start-color:rgb(0, 0, 0);border-inline-start-style:none;border-inline-start-width:0px;' +
  'border-left-color:rgb(0, 0, 0);border-left-style:none;border-left-width:0px;border-right-color:rgb(0, 0, 0);' +
  'border-right-style:none;border-right-width:0px;border-shape:none;border-start-end-radius:0px;' +
  'border-start-start-radius:0px;border-top-color:rgb(0, 0, 0);border-top-left-radius:0px;' +
  'border-top-right-radius:0px;border-top-style:none;border-top-width:0px;bottom:auto;box-decoration-break:slice;' +
  'box-shadow:none;box-sizing:content-box;break-after:auto;break-before:auto;break-inside:auto;' +
  'buffered-rendering:auto;caption-side:top;caret-animation:auto;caret-color:rgb(0, 0, 0);caret-shape:auto;' +
  'clear:none;clip:auto;clip-path:none;clip-rule:nonzero;color:rgb(0, 0, 0);color-interpolation:srgb;' +
  'color-interpolation-filters:linearrgb;color-rendering:auto;color-scheme:normal;column-count:auto;' +
  'column-fill:balance;column-gap:normal;column-height:auto;column-rule-break:normal;' +
  'column-rule-color:rgb(0, 0, 0);column-rule-inset-cap-end:0px;column-rule-inset-cap-start:0px;' +
  'column-rule-inset-junction-end:0px;column-rule-inset-junction-start:0px;column-rule-style:none;' +
  'column-rule-visibility-items:normal;column-rule-width:3px;column-span:none;column-width:auto;column-wrap:auto;' +
  'contain:none;contain-intrinsic-block-size:none;contain-intrinsic-height:none;' +
  'contain-intrinsic-inline-size:none;contain-intrinsic-size:none;contain-intrinsic-width:none;' +
  'container-name:none;container-type:normal;content:normal;content-visibility:visible;' +
  'corner-bottom-left-shape:superellipse(1);corner-bottom-right-shape:superellipse(1);' +
  'corner-end-end-shape:superellipse(1);corner-end-start-shape:superellipse(1);' +
  'corner-start-end-shape:superellipse(1);corner-start-start-shape:superellipse(1);' +
  'corner-top-left-shape:superellipse(1);corner-top-right-shape:superellipse(1);counter-increment:none;' +
  'counter-reset:none;counter-set:none;cursor:auto;cx:0px;cy:0px;d:none;direction:ltr;display:inline;' +
  'dominant-baseline:auto;dynamic-range-limit:no-limit;empty-cells:show;field-sizing:fixed;fill:rgb(0, 0, 0);' +
  'fill-opacity:1;fill-rule:nonzero;filter:none;flex-basis:auto;flex-direction:row;flex-grow:0;flex-line-count:1;' +
  'flex-shrink:1;flex-wrap:nowrap;float:none;flood-color:rgb(0, 0, 0);flood-opacity:1;' +
  'font-family:"Times New Roman";font-feature-settings:normal;font-kerning:auto;font-language-override:normal;' +
  'font-optical-sizing:auto;font-palette:normal;font-size:16px;font-size-adjust:none;font-stretch:100%;' +
  'font-style:normal;font-synthesis-small-caps:auto;font-synthesis-style:auto;font-synthesis-weight:auto;' +
  'font-variant:normal;font-variant-alternates:normal;font-variant-caps:normal;font-variant-east-asian:normal;' +
  'font-variant-emoji:normal;font-variant-ligatures:normal;font-variant-numeric:normal;' +
  'font-variant-position:normal;font-variation-settings:normal;font-weight:400;forced-color-adjust:auto;' +
  'frame-sizing:auto;grid-auto-columns:auto;grid-auto-flow:row;grid-auto-rows:auto;grid-column-end:auto;' +
  'grid-column-start:auto;grid-row-end:auto;grid-row-start:auto;grid-template-areas:none;' +
  'grid-template-columns:none;grid-template-rows:none;height:auto;hyphenate-character:auto;' +
  'hyphenate-limit-chars:auto;hyphens:manual;image-orientation:from-image;image-rendering:auto;' +
  'initial-letter:normal;inline-size:auto;inset-block-end:auto;inset-block-start:auto;inset-inline-end:auto;' +
  'inset-inline-start:auto;interactivity:auto;interest-delay-end:normal;interest-delay-start:normal;' +
  'interpolate-size:numeric-only;isolation:auto;justify-content:normal;justify-items:normal;justify-self:auto;' +
  'left:auto;letter-spacing:normal;lighting-color:rgb(255, 255, 255);line-break:auto;line-height:normal;' +
  'list-style-image:none;list-style-position:outside;list-style-type:disc;margin-block-end:0px;' +
  'margin-block-start:0px;margin-bottom:0px;margin-inline-end:0px;margin-inline-start:0px;margin-left:0px;' +
  'margin-right:0px;margin-top:0px;margin-trim:none;marker-end:none;marker-mid:none;marker-start:none;' +
  'mask-clip:border-box;mask-composite:add;mask-image:none;mask-mode:match-source;mask-origin:border-box;' +
  'mask-position:0% 0%;mask-repeat:repeat;mask-size:auto;mask-type:luminance;math-depth:0;math-shift:normal;' +
  'math-style:normal;max-block-size:none;max-height:none;max-inline-size:none;max-width:none;min-block-size:0px;' +
  'min-height:0px;min-inline-size:0px;min-width:0px;mix-blend-mode:normal;object-fit:fill;object-position:50% 50%;' +
  'object-view-box:none;offset-anchor:auto;offset-distance:0px;offset-path:none;offset-position:normal;' +
  'offset-rotate:auto 0deg;opacity:1;order:0;orphans:2;outline-color:rgb(0, 0, 0);outline-offset:0px;' +
  'outline-style:none;outline-width:3px;overflow-anchor:auto;overflow-block:visible;overflow-clip-margin:0px;' +
  'overflow-inline:visible;overflow-wrap:normal;overflow-x:visible;overflow-y:visible;overlay:none;' +
  'overscroll-behavior-block:auto;overscroll-behavior-inline:auto;overscroll-behavior-x:auto;' +
  'overscroll-behavior-y:auto;padding-block-end:0px;padding-block-start:0px;padding-bottom:0px;' +
  'padding-inline-end:0px;padding-inline-start:0px;padding-left:0px;padding-right:0px;padding-top:0px;' +
  'paint-order:normal;perspective:none;perspective-origin:0px 0px;pointer-events:auto;position:static;' +
  'position-anchor:normal;position-area:none;position-try-fallbacks:none;position-try-order:normal;' +
  'position-visibility:anchors-visible;print-color-adjust:economy;quotes:auto;r:0px;reading-flow:normal;' +
  'reading-order:0;resize:none;right:auto;rotate:none;row-gap:normal;row-rule-break:normal;' +
  'row-rule-color:rgb(0, 0, 0);row-rule-inset-cap-end:0px;row-rule-inset-cap-start:0px;' +
  'row-rule-inset-junction-end:0px;row-rule-inset-junction-start:0px;row-rule-style:none;' +
  'row-rule-visibility-items:normal;row-rule-width:3px;ruby-align:space-around;ruby-overhang:auto;' +
  'ruby-position:over;rule-overlap:row-over-column;rx:auto;ry:auto;scale:none;scroll-axis-lock:auto;' +
  'scroll-behavior:auto;scroll-initial-target:none;scroll-margin-block-end:0px;scroll-margin-block-start:0px;' +
  'scroll-margin-bottom:0px;scroll-margin-inline-end:0px;scroll-margin-inline-start:0px;scroll-margin-left:0px;' +
  'scroll-margin-right:0px;scroll-margin-top:0px;scroll-marker-group:none;scroll-padding-block-end:auto;' +
  'scroll-padding-block-start:auto;scroll-padding-bottom:auto;scroll-padding-inline-end:auto;' +
  'scroll-padding-inline-start:auto;scroll-padding-left:auto;scroll-padding-right:auto;scroll-padding-top:auto;' +
  'scroll-snap-align:none;scroll-snap-stop:normal;scroll-snap-type:none;scroll-target-group:none;' +
  'scroll-timeline-axis:block;scroll-timeline-name:none;scrollbar-color:auto;scrollbar-gutter:auto;' +
  'scrollbar-width:auto;shape-image-threshold:0;shape-margin:0px;shape-outside:none;shape-rendering:auto;' +
  'speak:normal;stop-color:rgb(0, 0, 0);stop-opacity:1;stroke:none;stroke-dasharray:none;stroke-dashoffset:0px;' +
  'stroke-linecap:butt;stroke-linejoin:miter;stroke-miterlimit:4;stroke-opacity:1;stroke-width:1px;tab-size:8;' +
  'table-layout:auto;text-align:start;text-align-last:auto;text-anchor:start;text-autospace:no-autospace;' +
  'text-box-edge:auto;text-box-trim:none;text-combine-upright:none;text-decoration:none;' +
  'text-decoration-color:rgb(0, 0, 0);text-decoration-line:none;text-decoration-skip-ink:auto;' +
  'text-decoration-style:solid;text-decoration-thickness:auto;text-emphasis-color:rgb(0, 0, 0);' +
  'text-emphasis-position:over;text-emphasis-style:none;text-fit:none;text-indent:0px;text-justify:auto;' +
  'text-orientation:mixed;text-overflow:clip;text-rendering:auto;text-shadow:none;text-size-adjust:auto;' +
  'text-spacing-trim:normal;text-transform:none;text-underline-offset:auto;text-underline-position:auto;' +
  'text-wrap-mode:wrap;text-wrap-style:auto;timeline-scope:none;timeline-trigger-activation-range-end:normal;' +
  'timeline-trigger-activation-range-start:normal;timeline-trigger-active-range-end:auto;' +
  'timeline-trigger-active-range-start:auto;timeline-trigger-name:none;timeline-trigger-source:auto;top:auto;' +
  'touch-action:auto;transform:none;transform-box:view-box;transform-origin:0px 0px;transform-style:flat;' +
  'transition-behavior:normal;transition-delay:0s;transition-duration:0s;transition-property:all;' +
  'transition-timing-function:ease;translate:none;trigger-scope:none;unicode-bidi:normal;user-select:auto;' +
  'vector-effect:none;vertical-align:baseline;view-timeline-axis:block;view-timeline-inset:auto;' +
  'view-timeline-name:none;view-transition-class:none;view-transition-group:normal;view-transition-name:none;' +
  'view-transition-scope:none;visibility:visible;white-space-collapse:collapse;widows:2;width:auto;' +
  'will-change:auto;window-drag:none;word-break:normal;word-spacing:0px;writing-mode:horizontal-tb;x:0px;y:0px;' +
  'z-index:auto;zoom:1;-webkit-border-horizontal-spacing:0px;-webkit-border-image:none;' +
  '-webkit-border-vertical-spacing:0px;-webkit-box-align:stretch;-webkit-box-decoration-break:slice;' +
  '-webkit-box-direction:normal;-webkit-box-flex:0;-webkit-box-ordinal-group:1;-webkit-box-orient:horizontal;' +
  '-webkit-box-pack:start;-webkit-box-reflect:none;-webkit-font-smoothing:auto;-webkit-line-break:auto;' +
  '-webkit-line-clamp:none;-webkit-locale:auto;-webkit-mask-box-image:none;-webkit-mask-box-image-outset:0;' +
  '-webkit-mask-box-image-repeat:stretch;-webkit-mask-box-image-slice:0 fill;-webkit-mask-box-image-source:none;' +
  '-webkit-mask-box-image-width:auto;-webkit-mask-position-x:0%;-webkit-mask-position-y:0%;' +
  '-webkit-rtl-ordering:logical;-webkit-ruby-position:before;-webkit-tap-highlight-color:rgba(0, 0, 0, 0.18);' +
  '-webkit-text-combine:none;-webkit-text-decorations-in-effect:none;-webkit-text-fill-color:rgb(0, 0, 0);' +
  '-webkit-text-orientation:vertical-right;-webkit-text-security:none;-webkit-text-stroke-color:rgb(0, 0, 0);' +
  '-webkit-text-stroke-width:0px;-webkit-user-drag:auto;-webkit-user-modify:read-only;' +
  '-webkit-writing-mode:horizontal-tb;'

export const HIDDEN_NAMES =
  '-webkit-perspective-origin-x -webkit-perspective-origin-y -webkit-transform-origin-x ' +
  '-webkit-transform-origin-y -webkit-transform-origin-z background-position-x background-position-y page ' +
  'page-margin-safety page-orientation size '

export const INHERITED_NAMES =
  'accent-color app-region border-collapse caption-side caret-animation caret-color caret-shape clip-rule color ' +
  'color-interpolation color-interpolation-filters color-rendering color-scheme cursor direction ' +
  'dominant-baseline dynamic-range-limit empty-cells fill fill-opacity fill-rule font-family ' +
  'font-feature-settings font-kerning font-language-override font-optical-sizing font-palette font-size ' +
  'font-size-adjust font-stretch font-style font-synthesis-small-caps font-synthesis-style font-synthesis-weight ' +
  'font-variant font-variant-alternates font-variant-caps font-variant-east-asian font-variant-emoji ' +
  'font-variant-ligatures font-variant-numeric font-variant-position font-variation-settings font-weight ' +
  'forced-color-adjust hyphenate-character hyphenate-limit-chars hyphens image-orientation image-rendering ' +
  'interactivity interpolate-size letter-spacing line-break line-height list-style-image list-style-position ' +
  'list-style-type marker-end marker-mid marker-start math-depth math-shift math-style orphans overflow-wrap ' +
  'paint-order pointer-events print-color-adjust quotes ruby-align ruby-overhang ruby-position scrollbar-color ' +
  'shape-rendering speak stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin ' +
  'stroke-miterlimit stroke-opacity stroke-width tab-size text-align text-align-last text-anchor text-autospace ' +
  'text-box-edge text-combine-upright text-decoration-skip-ink text-emphasis-color text-emphasis-position ' +
  'text-emphasis-style text-indent text-justify text-orientation text-rendering text-shadow text-size-adjust ' +
  'text-spacing-trim text-transform text-underline-offset text-underline-position text-wrap-mode text-wrap-style ' +
  'user-select visibility white-space-collapse widows word-break word-spacing writing-mode ' +
  '-webkit-border-horizontal-spacing -webkit-border-vertical-spacing -webkit-font-smoothing -webkit-line-break ' +
  '-webkit-locale -webkit-tap-highlight-color -webkit-text-fill-color -webkit-text-orientation ' +
  '-webkit-text-security -webkit-text-stroke-color -webkit-text-stroke-width -webkit-user-modify ' +
  '-webkit-writing-mode '

export const GROUPS =
  '-webkit-align-content:align-content;-webkit-align-items:align-items;-webkit-align-self:align-self;' +
  '-webkit-animation:animation-duration animation-timing-function animation-delay animation-iteration-count animation-direction animation-fill-mode animation-play-state animation-name animation-timeline animation-range-start animation-range-end;' +
  '-webkit-animation-delay:animation-delay;-webkit-animation-direction:animation-direction;' +
  '-webkit-animation-duration:animation-duration;-webkit-animation-fill-mode:animation-fill-mode;' +
  '-webkit-animation-iteration-count:animation-iteration-count;-webkit-animation-name:animation-name;' +
  '-webkit-animation-play-state:animation-play-state;-webkit-animation-timing-function:animation-timing-function;' +
  '-webkit-app-region:app-region;-webkit-appearance:appearance;-webkit-backface-visibility:backface-visibility;' +
  '-webkit-background-clip:background-clip;-webkit-background-origin:background-origin;' +
  '-webkit-background-size:background-size;' +
  '-webkit-border-after:border-block-end-width border-block-end-style border-block-end-color;' +
  '-webkit-border-after-color:border-block-end-color;-webkit-border-after-style:border-block-end-style;' +
  '-webkit-border-after-width:border-block-end-width;' +
  '-webkit-border-before:border-block-start-width border-block-start-style border-block-start-color;' +
  '-webkit-border-before-color:border-block-start-color;-webkit-border-before-style:border-block-start-style;' +
  '-webkit-border-before-width:border-block-start-width;' +
  '-webkit-border-bottom-left-radius:border-bottom-left-radius;' +
  '-webkit-border-bottom-right-radius:border-bottom-right-radius;' +
  '-webkit-border-end:border-inline-end-width border-inline-end-style border-inline-end-color;' +
  '-webkit-border-end-color:border-inline-end-color;-webkit-border-end-style:border-inline-end-style;' +
  '-webkit-border-end-width:border-inline-end-width;' +
  '-webkit-border-radius:border-top-left-radius border-top-right-radius border-bottom-right-radius border-bottom-left-radius;' +
  '-webkit-border-start:border-inline-start-width border-inline-start-style border-inline-start-color;' +
  '-webkit-border-start-color:border-inline-start-color;-webkit-border-start-style:border-inline-start-style;' +
  '-webkit-border-start-width:border-inline-start-width;-webkit-border-top-left-radius:border-top-left-radius;' +
  '-webkit-border-top-right-radius:border-top-right-radius;-webkit-box-shadow:box-shadow;' +
  '-webkit-box-sizing:box-sizing;-webkit-clip-path:clip-path;-webkit-column-break-after:break-after;' +
  '-webkit-column-break-before:break-before;-webkit-column-break-inside:break-inside;' +
  '-webkit-column-count:column-count;-webkit-column-gap:column-gap;' +
  '-webkit-column-rule:column-rule-width column-rule-style column-rule-color;' +
  '-webkit-column-rule-color:column-rule-color;-webkit-column-rule-style:column-rule-style;' +
  '-webkit-column-rule-width:column-rule-width;-webkit-column-span:column-span;-webkit-column-width:column-width;' +
  '-webkit-columns:column-width column-count column-height column-wrap;-webkit-filter:filter;' +
  '-webkit-flex:flex-grow flex-shrink flex-basis;-webkit-flex-basis:flex-basis;' +
  '-webkit-flex-direction:flex-direction;-webkit-flex-flow:flex-direction flex-wrap;-webkit-flex-grow:flex-grow;' +
  '-webkit-flex-shrink:flex-shrink;-webkit-flex-wrap:flex-wrap;' +
  '-webkit-font-feature-settings:font-feature-settings;-webkit-hyphenate-character:hyphenate-character;' +
  '-webkit-justify-content:justify-content;-webkit-logical-height:block-size;-webkit-logical-width:inline-size;' +
  '-webkit-margin-after:margin-block-end;-webkit-margin-before:margin-block-start;' +
  '-webkit-margin-end:margin-inline-end;-webkit-margin-start:margin-inline-start;' +
  '-webkit-mask:mask-image *-position-x *-position-y mask-size mask-repeat mask-origin mask-clip mask-composite mask-mode;' +
  '-webkit-mask-box-image:*-source *-slice *-width *-outset *-repeat;-webkit-mask-clip:mask-clip;' +
  '-webkit-mask-composite:mask-composite;-webkit-mask-image:mask-image;-webkit-mask-origin:mask-origin;' +
  '-webkit-mask-position:*-x *-y;-webkit-mask-repeat:mask-repeat;-webkit-mask-size:mask-size;' +
  '-webkit-max-logical-height:max-block-size;-webkit-max-logical-width:max-inline-size;' +
  '-webkit-min-logical-height:min-block-size;-webkit-min-logical-width:min-inline-size;-webkit-opacity:opacity;' +
  '-webkit-order:order;-webkit-padding-after:padding-block-end;-webkit-padding-before:padding-block-start;' +
  '-webkit-padding-end:padding-inline-end;-webkit-padding-start:padding-inline-start;' +
  '-webkit-perspective:perspective;-webkit-perspective-origin:perspective-origin;' +
  '-webkit-print-color-adjust:print-color-adjust;-webkit-shape-image-threshold:shape-image-threshold;' +
  '-webkit-shape-margin:shape-margin;-webkit-shape-outside:shape-outside;' +
  '-webkit-text-emphasis:text-emphasis-style text-emphasis-color;-webkit-text-emphasis-color:text-emphasis-color;' +
  '-webkit-text-emphasis-position:text-emphasis-position;-webkit-text-emphasis-style:text-emphasis-style;' +
  '-webkit-text-size-adjust:text-size-adjust;-webkit-text-stroke:*-width *-color;-webkit-transform:transform;' +
  '-webkit-transform-origin:transform-origin;-webkit-transform-style:transform-style;' +
  '-webkit-transition:transition-property transition-duration transition-timing-function transition-delay transition-behavior;' +
  '-webkit-transition-delay:transition-delay;-webkit-transition-duration:transition-duration;' +
  '-webkit-transition-property:transition-property;-webkit-transition-timing-function:transition-timing-function;' +
  '-webkit-user-select:user-select;' +
  'animation:*-duration *-timing-function *-delay *-iteration-count *-direction *-fill-mode *-play-state *-name *-timeline *-range-start *-range-end;' +
  'animation-range:*-start *-end;' +
  'background:*-image *-position-x *-position-y *-size *-repeat *-attachment *-origin *-clip *-color;' +
  'background-position:*-x *-y;' +
  'border:*-top-color *-top-style *-top-width *-right-color *-right-style *-right-width *-bottom-color *-bottom-style *-bottom-width *-left-color *-left-style *-left-width *-image-source *-image-slice *-image-width *-image-outset *-image-repeat;' +
  'border-block:*-start-color *-start-style *-start-width *-end-color *-end-style *-end-width;' +
  'border-block-color:border-block-start-color border-block-end-color;border-block-end:*-width *-style *-color;' +
  'border-block-start:*-width *-style *-color;border-block-style:border-block-start-style border-block-end-style;' +
  'border-block-width:border-block-start-width border-block-end-width;border-bottom:*-width *-style *-color;' +
  'border-color:border-top-color border-right-color border-bottom-color border-left-color;' +
  'border-image:*-source *-slice *-width *-outset *-repeat;' +
  'border-inline:*-start-color *-start-style *-start-width *-end-color *-end-style *-end-width;' +
  'border-inline-color:border-inline-start-color border-inline-end-color;' +
  'border-inline-end:*-width *-style *-color;border-inline-start:*-width *-style *-color;' +
  'border-inline-style:border-inline-start-style border-inline-end-style;' +
  'border-inline-width:border-inline-start-width border-inline-end-width;border-left:*-width *-style *-color;' +
  'border-radius:border-top-left-radius border-top-right-radius border-bottom-right-radius border-bottom-left-radius;' +
  'border-right:*-width *-style *-color;' +
  'border-spacing:-webkit-border-horizontal-spacing -webkit-border-vertical-spacing;' +
  'border-style:border-top-style border-right-style border-bottom-style border-left-style;' +
  'border-top:*-width *-style *-color;' +
  'border-width:border-top-width border-right-width border-bottom-width border-left-width;' +
  'column-rule:*-width *-style *-color;column-rule-inset:*-cap-start *-cap-end *-junction-start *-junction-end;' +
  'column-rule-inset-cap:*-start *-end;' +
  'column-rule-inset-end:column-rule-inset-cap-end column-rule-inset-junction-end;' +
  'column-rule-inset-junction:*-start *-end;' +
  'column-rule-inset-start:column-rule-inset-cap-start column-rule-inset-junction-start;' +
  'columns:column-width column-count column-height column-wrap;' +
  'contain-intrinsic-size:contain-intrinsic-width contain-intrinsic-height;container:*-name *-type;' +
  'corner-block-end-shape:corner-end-start-shape corner-end-end-shape;' +
  'corner-block-start-shape:corner-start-start-shape corner-start-end-shape;' +
  'corner-bottom-shape:corner-bottom-left-shape corner-bottom-right-shape;' +
  'corner-inline-end-shape:corner-start-end-shape corner-end-end-shape;' +
  'corner-inline-start-shape:corner-start-start-shape corner-end-start-shape;' +
  'corner-left-shape:corner-top-left-shape corner-bottom-left-shape;' +
  'corner-right-shape:corner-top-right-shape corner-bottom-right-shape;' +
  'corner-shape:corner-top-left-shape corner-top-right-shape corner-bottom-right-shape corner-bottom-left-shape;' +
  'corner-top-shape:corner-top-left-shape corner-top-right-shape;flex:*-grow *-shrink *-basis;' +
  'flex-flow:flex-direction flex-wrap;' +
  'font:*-style *-variant-ligatures *-variant-caps *-variant-numeric *-variant-east-asian *-variant-alternates *-variant-position *-variant-emoji *-weight *-stretch *-size line-height *-family *-optical-sizing *-size-adjust *-kerning *-feature-settings *-variation-settings *-language-override;' +
  'font-synthesis:*-weight *-style *-small-caps;' +
  'font-variant:*-ligatures *-caps *-alternates *-numeric *-east-asian *-position *-emoji;gap:row-gap column-gap;' +
  'grid:*-template-rows *-template-columns *-template-areas *-auto-flow *-auto-rows *-auto-columns;' +
  'grid-area:grid-row-start grid-column-start grid-row-end grid-column-end;grid-column:*-start *-end;' +
  'grid-column-gap:column-gap;grid-gap:row-gap column-gap;grid-row:*-start *-end;grid-row-gap:row-gap;' +
  'grid-template:*-rows *-columns *-areas;inset:top right bottom left;inset-block:*-start *-end;' +
  'inset-inline:*-start *-end;interest-delay:*-start *-end;list-style:*-position *-image *-type;' +
  'margin:*-top *-right *-bottom *-left;margin-block:*-start *-end;margin-inline:*-start *-end;' +
  'marker:*-start *-mid *-end;' +
  'mask:*-image -webkit-mask-position-x -webkit-mask-position-y *-size *-repeat *-origin *-clip *-composite *-mode;' +
  'mask-position:-webkit-mask-position-x -webkit-mask-position-y;' +
  'offset:*-position *-path *-distance *-rotate *-anchor;outline:*-color *-style *-width;overflow:*-x *-y;' +
  'overscroll-behavior:*-x *-y;padding:*-top *-right *-bottom *-left;padding-block:*-start *-end;' +
  'padding-inline:*-start *-end;page-break-after:break-after;page-break-before:break-before;' +
  'page-break-inside:break-inside;place-content:align-content justify-content;' +
  'place-items:align-items justify-items;place-self:align-self justify-self;position-try:*-order *-fallbacks;' +
  'row-rule:*-width *-style *-color;row-rule-inset:*-cap-start *-cap-end *-junction-start *-junction-end;' +
  'row-rule-inset-cap:*-start *-end;row-rule-inset-end:row-rule-inset-cap-end row-rule-inset-junction-end;' +
  'row-rule-inset-junction:*-start *-end;' +
  'row-rule-inset-start:row-rule-inset-cap-start row-rule-inset-junction-start;' +
  'rule:column-rule-width column-rule-style column-rule-color row-rule-width row-rule-style row-rule-color;' +
  'rule-break:row-rule-break column-rule-break;rule-color:column-rule-color row-rule-color;' +
  'rule-inset:row-rule-inset-cap-start row-rule-inset-cap-end row-rule-inset-junction-start row-rule-inset-junction-end column-rule-inset-cap-start column-rule-inset-cap-end column-rule-inset-junction-start column-rule-inset-junction-end;' +
  'rule-inset-cap:row-rule-inset-cap-start row-rule-inset-cap-end column-rule-inset-cap-start column-rule-inset-cap-end;' +
  'rule-inset-end:column-rule-inset-cap-end column-rule-inset-junction-end row-rule-inset-cap-end row-rule-inset-junction-end;' +
  'rule-inset-junction:row-rule-inset-junction-start row-rule-inset-junction-end column-rule-inset-junction-start column-rule-inset-junction-end;' +
  'rule-inset-start:column-rule-inset-cap-start column-rule-inset-junction-start row-rule-inset-cap-start row-rule-inset-junction-start;' +
  'rule-style:column-rule-style row-rule-style;' +
  'rule-visibility-items:column-rule-visibility-items row-rule-visibility-items;' +
  'rule-width:column-rule-width row-rule-width;scroll-margin:*-top *-right *-bottom *-left;' +
  'scroll-margin-block:*-start *-end;scroll-margin-inline:*-start *-end;' +
  'scroll-padding:*-top *-right *-bottom *-left;scroll-padding-block:*-start *-end;' +
  'scroll-padding-inline:*-start *-end;scroll-timeline:*-name *-axis;text-box:*-trim *-edge;' +
  'text-decoration:*-line *-thickness *-style *-color;text-emphasis:*-style *-color;text-wrap:*-mode *-style;' +
  'timeline-trigger:*-name *-source *-activation-range-start *-activation-range-end *-active-range-start *-active-range-end;' +
  'timeline-trigger-activation-range:*-start *-end;timeline-trigger-active-range:*-start *-end;' +
  'transition:*-property *-duration *-timing-function *-delay *-behavior;view-timeline:*-name *-axis *-inset;' +
  'white-space:*-collapse text-wrap-mode;word-wrap:overflow-wrap;'
