/** The last line of a result whose command the sandbox probably stopped, for the model. The page knows it by this text. */
export const SANDBOX_BLOCKED =
  '[The sandbox probably stopped this: a command in it changes only the attached folders and /tmp, sees nothing else of the user, and has no network unless the user allowed it. If the command needs more, ask for it with run_outside.]';
