/** Of the name of a machine. */
export const LONGEST_NAME = 60;
