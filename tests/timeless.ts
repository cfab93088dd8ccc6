/** For `node --import`: a command that judges the time of a deployment would judge that of this machine. */
export const TIMELESS = 'data:text/javascript,performance.now = () => 0'
