/** The machine's time, as it was before pages got one of their own. In: nothing. Out: ms, and nothing of a page. */

/** `performance.now()` of the thread. */
export const machineNow = performance.now.bind(performance)

/** `Date.now()` of the machine. */
export const machineDate = Date.now
