/**
 * Lists Chromium's initial values, inherited properties, user agent styles and colour names.
 * Written by test/generate/initial-values.ts: do not edit.
 */

export const INITIAL_VALUES =
  'accent-color:auto;align-content:normal;align-items:normal;align-self:auto;alignment-baseline:auto;' +
  'anchor-name:none;anchor-scope:none;animation:none;animation-composition:replace;animation-delay:0s;' +
  'animation-direction:normal;animation-duration:0s;animation-fill-mode:none;animation-iteration-count:1;' +
  'animation-name:none;animation-play-state:running;animation-range:normal;animation-range-end:normal;' +
  'animation-range-start:normal;animation-timeline:auto;animation-timing-function:ease;animation-trigger:none;' +
  'app-region:none;appearance:none;aspect-ratio:auto;backdrop-filter:none;backface-visibility:visible;' +
  'background:rgba(0, 0, 0, 0) none repeat scroll 0% 0% / auto padding-box border-box;' +
  'background-attachment:scroll;background-blend-mode:normal;background-clip:border-box;' +
  'background-color:rgba(0, 0, 0, 0);background-image:none;background-origin:padding-box;' +
  'background-position:0% 0%;background-position-x:0%;background-position-y:0%;background-repeat:repeat;' +
  'background-size:auto;baseline-shift:0px;baseline-source:auto;border:0px none rgb(0, 0, 0);' +
  'border-bottom:0px none rgb(0, 0, 0);border-bottom-color:rgb(0, 0, 0);border-bottom-left-radius:0px;' +
  'border-bottom-right-radius:0px;border-bottom-style:none;border-bottom-width:0px;border-collapse:separate;' +
  'border-color:rgb(0, 0, 0);border-end-end-radius:0px;border-end-start-radius:0px;border-image:none;' +
  'border-image-outset:0;border-image-repeat:stretch;border-image-slice:100%;border-image-source:none;' +
  'border-image-width:1;border-left:0px none rgb(0, 0, 0);border-left-color:rgb(0, 0, 0);border-left-style:none;' +
  'border-left-width:0px;border-radius:0px;border-right:0px none rgb(0, 0, 0);border-right-color:rgb(0, 0, 0);' +
  'border-right-style:none;border-right-width:0px;border-shape:none;border-spacing:0px;' +
  'border-start-end-radius:0px;border-start-start-radius:0px;border-style:none;border-top:0px none rgb(0, 0, 0);' +
  'border-top-color:rgb(0, 0, 0);border-top-left-radius:0px;border-top-right-radius:0px;border-top-style:none;' +
  'border-top-width:0px;border-width:0px;bottom:auto;box-decoration-break:slice;box-shadow:none;' +
  'box-sizing:content-box;break-after:auto;break-before:auto;break-inside:auto;buffered-rendering:auto;' +
  'caption-side:top;caret-animation:auto;caret-color:rgb(0, 0, 0);caret-shape:auto;clear:none;clip:auto;' +
  'clip-path:none;clip-rule:nonzero;color:rgb(0, 0, 0);color-interpolation:srgb;' +
  'color-interpolation-filters:linearrgb;color-rendering:auto;color-scheme:normal;column-count:auto;' +
  'column-fill:balance;column-gap:normal;column-height:auto;column-rule:3px rgb(0, 0, 0);column-rule-break:normal;' +
  'column-rule-color:rgb(0, 0, 0);column-rule-inset:0px;column-rule-inset-cap:0px;column-rule-inset-cap-end:0px;' +
  'column-rule-inset-cap-start:0px;column-rule-inset-end:0px;column-rule-inset-junction:0px;' +
  'column-rule-inset-junction-end:0px;column-rule-inset-junction-start:0px;column-rule-inset-start:0px;' +
  'column-rule-style:none;column-rule-visibility-items:normal;column-rule-width:3px;column-span:none;' +
  'column-width:auto;column-wrap:auto;columns:auto;contain:none;contain-intrinsic-height:none;' +
  'contain-intrinsic-size:none;contain-intrinsic-width:none;container:none;container-name:none;' +
  'container-type:normal;content:normal;content-visibility:visible;corner-bottom-left-shape:round;' +
  'corner-bottom-right-shape:round;corner-bottom-shape:round;corner-end-end-shape:round;' +
  'corner-end-start-shape:round;corner-left-shape:round;corner-right-shape:round;corner-shape:round;' +
  'corner-start-end-shape:round;corner-start-start-shape:round;corner-top-left-shape:round;' +
  'corner-top-right-shape:round;corner-top-shape:round;counter-increment:none;counter-reset:none;counter-set:none;' +
  'cursor:auto;cx:0px;cy:0px;d:none;direction:ltr;dominant-baseline:auto;dynamic-range-limit:no-limit;' +
  'empty-cells:show;field-sizing:fixed;fill:rgb(0, 0, 0);fill-opacity:1;fill-rule:nonzero;filter:none;' +
  'flex:0 1 auto;flex-basis:auto;flex-direction:row;flex-flow:row nowrap;flex-grow:0;flex-line-count:1;' +
  'flex-shrink:1;flex-wrap:nowrap;float:none;flood-color:rgb(0, 0, 0);flood-opacity:1;' +
  'font-family:"Times New Roman";font-feature-settings:normal;font-kerning:auto;font-language-override:normal;' +
  'font-optical-sizing:auto;font-palette:normal;font-size:16px;font-size-adjust:none;font-stretch:100%;' +
  'font-style:normal;font-synthesis:weight style small-caps;font-synthesis-small-caps:auto;' +
  'font-synthesis-style:auto;font-synthesis-weight:auto;font-variant:normal;font-variant-alternates:normal;' +
  'font-variant-caps:normal;font-variant-east-asian:normal;font-variant-emoji:normal;' +
  'font-variant-ligatures:normal;font-variant-numeric:normal;font-variant-position:normal;' +
  'font-variation-settings:normal;font-weight:400;forced-color-adjust:auto;gap:normal;' +
  'grid:none / none / none / row / auto / auto;grid-area:auto;grid-auto-columns:auto;grid-auto-flow:row;' +
  'grid-auto-rows:auto;grid-column:auto;grid-column-end:auto;grid-column-gap:normal;grid-column-start:auto;' +
  'grid-gap:normal;grid-row:auto;grid-row-end:auto;grid-row-gap:normal;grid-row-start:auto;grid-template:none;' +
  'grid-template-areas:none;grid-template-columns:none;grid-template-rows:none;hyphenate-character:auto;' +
  'hyphenate-limit-chars:auto;hyphens:manual;image-orientation:from-image;image-rendering:auto;' +
  'initial-letter:normal;inset:auto;interactivity:auto;interest-delay:normal;interest-delay-end:normal;' +
  'interest-delay-start:normal;interpolate-size:numeric-only;isolation:auto;justify-content:normal;' +
  'justify-items:normal;justify-self:auto;left:auto;letter-spacing:normal;lighting-color:rgb(255, 255, 255);' +
  'line-break:auto;line-height:normal;list-style:outside none disc;list-style-image:none;' +
  'list-style-position:outside;list-style-type:disc;margin:0px;margin-bottom:0px;margin-left:0px;margin-right:0px;' +
  'margin-top:0px;marker:none;marker-end:none;marker-mid:none;marker-start:none;mask:none;mask-clip:border-box;' +
  'mask-composite:add;mask-image:none;mask-mode:match-source;mask-origin:border-box;mask-position:0% 0%;' +
  'mask-repeat:repeat;mask-size:auto;mask-type:luminance;math-depth:0;math-shift:normal;math-style:normal;' +
  'max-height:none;max-width:none;min-height:0px;min-width:0px;mix-blend-mode:normal;object-fit:fill;' +
  'object-position:50% 50%;object-view-box:none;offset:none 0px auto 0deg;offset-anchor:auto;offset-distance:0px;' +
  'offset-path:none;offset-position:normal;offset-rotate:auto 0deg;opacity:1;order:0;orphans:2;' +
  'outline:rgb(0, 0, 0) none 3px;outline-color:rgb(0, 0, 0);outline-offset:0px;outline-style:none;' +
  'outline-width:3px;overflow:visible;overflow-anchor:auto;overflow-clip-margin:0px;overflow-wrap:normal;' +
  'overflow-x:visible;overflow-y:visible;overlay:none;overscroll-behavior:auto;overscroll-behavior-x:auto;' +
  'overscroll-behavior-y:auto;padding:0px;padding-bottom:0px;padding-left:0px;padding-right:0px;padding-top:0px;' +
  'page:auto;page-break-after:auto;page-break-before:auto;page-break-inside:auto;paint-order:normal;' +
  'perspective:none;place-content:normal;place-items:normal;place-self:auto;pointer-events:auto;position:static;' +
  'position-anchor:none;position-area:none;position-try:none;position-try-fallbacks:none;' +
  'position-try-order:normal;position-visibility:anchors-visible;print-color-adjust:economy;quotes:auto;r:0px;' +
  'reading-flow:normal;reading-order:0;resize:none;right:auto;rotate:none;row-gap:normal;' +
  'row-rule:3px rgb(0, 0, 0);row-rule-break:normal;row-rule-color:rgb(0, 0, 0);row-rule-inset:0px;' +
  'row-rule-inset-cap:0px;row-rule-inset-cap-end:0px;row-rule-inset-cap-start:0px;row-rule-inset-end:0px;' +
  'row-rule-inset-junction:0px;row-rule-inset-junction-end:0px;row-rule-inset-junction-start:0px;' +
  'row-rule-inset-start:0px;row-rule-style:none;row-rule-visibility-items:normal;row-rule-width:3px;' +
  'ruby-align:space-around;ruby-position:over;rule:3px rgb(0, 0, 0);rule-break:normal;rule-color:rgb(0, 0, 0);' +
  'rule-inset:0px;rule-inset-cap:0px;rule-inset-end:0px;rule-inset-junction:0px;rule-inset-start:0px;' +
  'rule-overlap:row-over-column;rule-style:none;rule-visibility-items:normal;rule-width:3px;rx:auto;ry:auto;' +
  'scale:none;scroll-behavior:auto;scroll-initial-target:none;scroll-margin:0px;scroll-margin-bottom:0px;' +
  'scroll-margin-left:0px;scroll-margin-right:0px;scroll-margin-top:0px;scroll-marker-group:none;' +
  'scroll-padding:auto;scroll-padding-bottom:auto;scroll-padding-left:auto;scroll-padding-right:auto;' +
  'scroll-padding-top:auto;scroll-snap-align:none;scroll-snap-stop:normal;scroll-snap-type:none;' +
  'scroll-target-group:none;scroll-timeline:none;scroll-timeline-axis:block;scroll-timeline-name:none;' +
  'scrollbar-color:auto;scrollbar-gutter:auto;scrollbar-width:auto;shape-image-threshold:0;shape-margin:0px;' +
  'shape-outside:none;shape-rendering:auto;speak:normal;stop-color:rgb(0, 0, 0);stop-opacity:1;stroke:none;' +
  'stroke-dasharray:none;stroke-dashoffset:0px;stroke-linecap:butt;stroke-linejoin:miter;stroke-miterlimit:4;' +
  'stroke-opacity:1;stroke-width:1px;tab-size:8;table-layout:auto;text-align:start;text-align-last:auto;' +
  'text-anchor:start;text-autospace:no-autospace;text-box:normal;text-box-edge:auto;text-box-trim:none;' +
  'text-combine-upright:none;text-decoration:none;text-decoration-color:rgb(0, 0, 0);text-decoration-line:none;' +
  'text-decoration-skip-ink:auto;text-decoration-style:solid;text-decoration-thickness:auto;' +
  'text-emphasis:none rgb(0, 0, 0);text-emphasis-color:rgb(0, 0, 0);text-emphasis-position:over;' +
  'text-emphasis-style:none;text-fit:none;text-indent:0px;text-justify:auto;text-orientation:mixed;' +
  'text-overflow:clip;text-rendering:auto;text-shadow:none;text-size-adjust:auto;text-spacing-trim:normal;' +
  'text-transform:none;text-underline-offset:auto;text-underline-position:auto;text-wrap:wrap;text-wrap-mode:wrap;' +
  'text-wrap-style:auto;timeline-scope:none;timeline-trigger:none;timeline-trigger-activation-range:normal;' +
  'timeline-trigger-activation-range-end:normal;timeline-trigger-activation-range-start:normal;' +
  'timeline-trigger-active-range:auto;timeline-trigger-active-range-end:auto;' +
  'timeline-trigger-active-range-start:auto;timeline-trigger-name:none;timeline-trigger-source:auto;top:auto;' +
  'touch-action:auto;transform:none;transform-box:view-box;transform-style:flat;transition:all;' +
  'transition-behavior:normal;transition-delay:0s;transition-duration:0s;transition-property:all;' +
  'transition-timing-function:ease;translate:none;trigger-scope:none;user-select:auto;vector-effect:none;' +
  'vertical-align:baseline;view-timeline:none;view-timeline-axis:block;view-timeline-inset:auto;' +
  'view-timeline-name:none;view-transition-class:none;view-transition-group:normal;view-transition-name:none;' +
  'view-transition-scope:none;visibility:visible;white-space:normal;white-space-collapse:collapse;widows:2;' +
  'will-change:auto;word-break:normal;word-spacing:0px;word-wrap:normal;writing-mode:horizontal-tb;x:0px;y:0px;' +
  'z-index:auto;zoom:1;'

export const INHERITED_NAMES =
  'accent-color border-collapse border-spacing caption-side caret-animation caret-color caret-shape clip-rule ' +
  'color color-interpolation color-interpolation-filters color-rendering color-scheme cursor direction ' +
  'dominant-baseline fill fill-rule font-family font-kerning font-language-override font-optical-sizing ' +
  'font-palette font-size font-size-adjust font-stretch font-style font-synthesis font-synthesis-small-caps ' +
  'font-synthesis-style font-synthesis-weight font-variant font-variant-caps font-variant-emoji ' +
  'font-variant-ligatures font-weight forced-color-adjust hyphenate-character hyphenate-limit-chars hyphens ' +
  'image-orientation image-rendering letter-spacing line-break line-height list-style list-style-position ' +
  'list-style-type math-depth orphans overflow-wrap paint-order pointer-events quotes ruby-position ' +
  'shape-rendering speak stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin ' +
  'stroke-miterlimit stroke-width tab-size text-align text-align-last text-anchor text-box-edge ' +
  'text-combine-upright text-decoration-skip-ink text-emphasis text-emphasis-color text-emphasis-position ' +
  'text-emphasis-style text-indent text-justify text-rendering text-size-adjust text-transform ' +
  'text-underline-offset text-underline-position user-select visibility white-space widows word-break ' +
  'word-spacing word-wrap writing-mode '

export const OF_ELEMENTS =
  'address { font-style: italic }\nb { font-weight: 700 }\n' +
  'button { font-family: Arial; background-color: rgb(239, 239, 239); cursor: default; border-top-style: outset; text-align: center }\n' +
  'caption { text-align: -webkit-center }\ncenter { text-align: -webkit-center }\ncite { font-style: italic }\n' +
  'code { font-family: monospace }\ndel { text-decoration-line: line-through }\ndfn { font-style: italic }\n' +
  'dialog { background-color: rgb(255, 255, 255); border-top-style: solid }\nem { font-style: italic }\n' +
  'fieldset { border-top-color: rgb(239, 239, 239); border-top-style: groove }\nh1 { font-weight: 700 }\n' +
  'h2 { font-weight: 700 }\nh3 { font-weight: 700 }\nh4 { font-weight: 700 }\nh5 { font-weight: 700 }\n' +
  'h6 { font-weight: 700 }\n' +
  'hr { color: rgb(128, 128, 128); border-top-color: rgb(128, 128, 128); border-top-style: inset }\n' +
  'i { font-style: italic }\n' +
  'input { font-family: Arial; background-color: rgb(255, 255, 255); cursor: text; border-top-color: rgb(118, 118, 118); border-top-style: inset }\n' +
  'ins { text-decoration-line: underline }\nkbd { font-family: monospace }\nlabel { cursor: default }\n' +
  'mark { background-color: rgb(255, 255, 0) }\nmeter { vertical-align: -3.2px }\nol { list-style-type: decimal }\n' +
  'optgroup { font-weight: 700 }\noption { white-space: nowrap }\npre { font-family: monospace; white-space: pre }\n' +
  'progress { vertical-align: -3.2px }\ns { text-decoration-line: line-through }\nsamp { font-family: monospace }\n' +
  'select { font-family: Arial; background-color: rgb(239, 239, 239); cursor: default; border-top-color: rgb(118, 118, 118); border-top-style: solid; white-space: pre }\n' +
  'strike { text-decoration-line: line-through }\nstrong { font-weight: 700 }\nsub { vertical-align: sub }\n' +
  'sup { vertical-align: super }\ntbody { vertical-align: middle }\n' +
  'textarea { font-family: monospace; background-color: rgb(255, 255, 255); cursor: text; border-top-color: rgb(118, 118, 118); border-top-style: solid; white-space: pre-wrap }\n' +
  'tfoot { vertical-align: middle }\nth { font-weight: 700; text-align: center }\nthead { vertical-align: middle }\n' +
  'tt { font-family: monospace }\nu { text-decoration-line: underline }\nvar { font-style: italic }\n'

export const COLOR_NAMES =
  'aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc bisque ffe4c4 ' +
  'black 000000 blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a burlywood deb887 ' +
  'cadetblue 5f9ea0 chartreuse 7fff00 chocolate d2691e coral ff7f50 cornflowerblue 6495ed cornsilk fff8dc ' +
  'crimson dc143c cyan 00ffff darkblue 00008b darkcyan 008b8b darkgoldenrod b8860b darkgray a9a9a9 ' +
  'darkgreen 006400 darkgrey a9a9a9 darkkhaki bdb76b darkmagenta 8b008b darkolivegreen 556b2f darkorange ff8c00 ' +
  'darkorchid 9932cc darkred 8b0000 darksalmon e9967a darkseagreen 8fbc8f darkslateblue 483d8b ' +
  'darkslategray 2f4f4f darkslategrey 2f4f4f darkturquoise 00ced1 darkviolet 9400d3 deeppink ff1493 ' +
  'deepskyblue 00bfff dimgray 696969 dimgrey 696969 dodgerblue 1e90ff firebrick b22222 floralwhite fffaf0 ' +
  'forestgreen 228b22 fuchsia ff00ff gainsboro dcdcdc ghostwhite f8f8ff gold ffd700 goldenrod daa520 gray 808080 ' +
  'green 008000 greenyellow adff2f grey 808080 honeydew f0fff0 hotpink ff69b4 indianred cd5c5c indigo 4b0082 ' +
  'ivory fffff0 khaki f0e68c lavender e6e6fa lavenderblush fff0f5 lawngreen 7cfc00 lemonchiffon fffacd ' +
  'lightblue add8e6 lightcoral f08080 lightcyan e0ffff lightgoldenrodyellow fafad2 lightgray d3d3d3 ' +
  'lightgreen 90ee90 lightgrey d3d3d3 lightpink ffb6c1 lightsalmon ffa07a lightseagreen 20b2aa ' +
  'lightskyblue 87cefa lightslategray 778899 lightslategrey 778899 lightsteelblue b0c4de lightyellow ffffe0 ' +
  'lime 00ff00 limegreen 32cd32 linen faf0e6 magenta ff00ff maroon 800000 mediumaquamarine 66cdaa ' +
  'mediumblue 0000cd mediumorchid ba55d3 mediumpurple 9370db mediumseagreen 3cb371 mediumslateblue 7b68ee ' +
  'mediumspringgreen 00fa9a mediumturquoise 48d1cc mediumvioletred c71585 midnightblue 191970 mintcream f5fffa ' +
  'mistyrose ffe4e1 moccasin ffe4b5 navajowhite ffdead navy 000080 oldlace fdf5e6 olive 808000 olivedrab 6b8e23 ' +
  'orange ffa500 orangered ff4500 orchid da70d6 palegoldenrod eee8aa palegreen 98fb98 paleturquoise afeeee ' +
  'palevioletred db7093 papayawhip ffefd5 peachpuff ffdab9 peru cd853f pink ffc0cb plum dda0dd powderblue b0e0e6 ' +
  'purple 800080 rebeccapurple 663399 red ff0000 rosybrown bc8f8f royalblue 4169e1 saddlebrown 8b4513 ' +
  'salmon fa8072 sandybrown f4a460 seagreen 2e8b57 seashell fff5ee sienna a0522d silver c0c0c0 skyblue 87ceeb ' +
  'slateblue 6a5acd slategray 708090 slategrey 708090 snow fffafa springgreen 00ff7f steelblue 4682b4 tan d2b48c ' +
  'teal 008080 thistle d8bfd8 tomato ff6347 turquoise 40e0d0 violet ee82ee wheat f5deb3 white ffffff ' +
  'whitesmoke f5f5f5 yellow ffff00 yellowgreen 9acd32 '
