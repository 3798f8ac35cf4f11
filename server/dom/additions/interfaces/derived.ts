/** Lists interfaces by their base interface. */

/** Objects that pages cannot create, and elements that the parser creates with another class. */
export const ABSENT: Readonly<Record<string, string>> = {
  Object:
    'AbstractRange HTMLAllCollection DOMStringList MediaError CanvasGradient CanvasPattern TextMetrics ' +
    'ImageBitmapRenderingContext OffscreenCanvasRenderingContext2D UserActivation Origin BarProp ' +
    'NotRestoredReasonDetails NotRestoredReasons ' +
    'Worklet External CSSPseudoElement CSSNumericArray CSSTransformComponent ViewTransitionTypeSet Viewport CaretPosition ' +
    'StyleSheet StyleSheetList CSSRuleList IdleDeadline ResizeObserverEntry ResizeObserverSize Scheduler TouchList ' +
    'AnimationEffect HighlightRegistry FragmentDirective EventCounts LayoutShiftAttribution PerformanceTimingConfidence ' +
    'PerformanceTiming PerformanceNavigation PerformanceServerTiming',
  EventTarget: 'FontFaceSet VisualViewport',
  AbortSignal: 'TaskSignal',
  Animation: 'CSSAnimation CSSTransition',
  CSSRule:
    'CSSPositionTryRule CSSFunctionDeclarations CSSMarginRule CSSImportRule CSSNamespaceRule CSSPropertyRule ' +
    'CSSLayerStatementRule CSSCounterStyleRule CSSFontFeatureValuesRule CSSNestedDeclarations CSSFontPaletteValuesRule ' +
    'CSSViewTransitionRule',
  CSSGroupingRule: 'CSSFunctionRule CSSLayerBlockRule CSSPageRule CSSStartingStyleRule',
  CSSStyleDeclaration: 'CSSPositionTryDescriptors CSSFunctionDescriptors',
  CSSStyleValue: 'CSSNumericValue CSSImageValue',
  CSSNumericValue: 'CSSMathValue',
  PerformanceEntry:
    'VisibilityStateEntry PerformanceEventTiming PerformanceElementTiming LargestContentfulPaint LayoutShift ' +
    'PerformancePaintTiming PerformanceLongTaskTiming TaskAttributionTiming PerformanceLongAnimationFrameTiming ' +
    'PerformanceScriptTiming',
  PerformanceResourceTiming: 'PerformanceNavigationTiming',
  HTMLElement:
    'HTMLMarqueeElement HTMLFrameSetElement HTMLFrameElement HTMLDirectoryElement HTMLFontElement',
}

export const MOVED: Readonly<Record<string, string>> = {
  AbstractRange: 'Range',
  AnimationEffect: 'KeyframeEffect',
  CSSNumericValue: 'CSSUnitValue',
  CSSStyleValue: 'CSSKeywordValue',
  Event: 'ErrorEvent',
  MouseEvent: 'WheelEvent',
  StyleSheet: 'CSSStyleSheet',
  SVGElement: 'SVGGradientElement SVGScriptElement',
}
