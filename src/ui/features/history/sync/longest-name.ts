/** Of the name of a machine. */
export const MAX_NAME_LENGTH = 60;
