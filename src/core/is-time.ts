const LATEST = 8.64e15;

/** Whether a number of milliseconds is a time that a calendar knows. 0 stands for "unknown": nothing was said in 1970. */
export const isTime = (at: number): boolean => at > 0 && at <= LATEST;
