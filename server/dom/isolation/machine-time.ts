/** The machine's time in ms, saved before pages get their own. */

export const machineNow = performance.now.bind(performance)

export const machineDate = Date.now
