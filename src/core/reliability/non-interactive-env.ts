/** Keeps a child process from waiting for the user: no prompts, no pagers, no editors (reliability.md S1-15). */
export const NON_INTERACTIVE_ENV: Readonly<Record<string, string>> = {
  CI: 'true',
  DEBIAN_FRONTEND: 'noninteractive',
  GIT_TERMINAL_PROMPT: '0',
  GIT_EDITOR: 'true',
  GIT_SEQUENCE_EDITOR: 'true',
  GIT_MERGE_AUTOEDIT: 'no',
  EDITOR: 'true',
  VISUAL: 'true',
  GIT_PAGER: 'cat',
  PAGER: 'cat',
  GCM_INTERACTIVE: 'never',
  HOMEBREW_NO_AUTO_UPDATE: '1',
  npm_config_yes: 'true',
  PIP_NO_INPUT: '1',
  YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
};

/** The environment of a tool's process: the given variables, with these on top. */
export function nonInteractiveEnv(base: Readonly<Record<string, string>>): Record<string, string> {
  return { ...base, ...NON_INTERACTIVE_ENV };
}
