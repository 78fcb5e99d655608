const LATEST = 8.64e15;

/** Whether a number of milliseconds is a date that a calendar can show. 0 means "unknown": no message is from 1970. */
export const isTime = (at: number): boolean => at > 0 && at <= LATEST;
