/** Maximum length of a device name. */
export const MAX_NAME_LENGTH = 60;
