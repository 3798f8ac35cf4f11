// Query parameters of campaigns and click counters. They do not change the page.

const TRACKING =
  /^(?:utm_\w*|mc_[ce]id|_hs\w+|_ga|_gl|gad_\w+|\w*clk?id|[gw]braid|igshid|mkt_tok|srsltid|ref(?:_src)?)(?:=|$)/

/** Removes tracking parameters from a query without "?". */
export const withoutTracking = (query: string): string =>
  query
    .split('&')
    .filter((pair) => !TRACKING.test(pair))
    .join('&')
