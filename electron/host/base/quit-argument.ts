/** A start from the sources with it ends the Baton that runs, where the system has no signal for that. */
export const QUIT_ARGUMENT = '--quit';
