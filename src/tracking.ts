// Parameters that campaigns and click counters add to an address. They do not change the page.

/** A short form of https://github.com/mpchadwick/tracking-query-params-registry */
export const TRACKING =
  /^(?:utm_\w*|mc_[ce]id|_?_hs\w+|_ga|_gl|gad_\w+|\w*clk?id|[gw]braid|igsh(?:id)?|mkt_tok|srsltid|ref(?:_src)?)(?:=|$)/

/** Removes tracking parameters from a query without "?". */
export const withoutTracking = (query: string): string =>
  query
    .split('&')
    .filter((pair) => !TRACKING.test(pair))
    .join('&')
