import type { Proof } from '../test-titles.ts';

const HOOKS = 'test/flows/reliability.test.ts';
const NOTIFY = 'test/flows/notify-runs.test.ts';
const LAYERS = 'test/host/configuration/load-configuration.test.ts';

/** The rows of the documents' table of hooks, each with the tests that would fail without it. */
export const BUILT_IN_HOOKS: Readonly<Record<string, readonly Proof[]>> = {
  'S1-H01 todo-continuation-enforcer': [
    ['test/core/reliability/todo-continuation.test.ts', 'counts down two seconds in view and reminds once'],
    ['test/flows/agent/continue-plan.test.ts', 'is switched off for good, and on again'],
    [
      'test/e2e/continue-plan.spec.ts',
      'open todos are gone on with by themselves, as Baton and not as the person, until that is switched off',
    ],
  ],
  'S1-H04 empty-task-response-detector': [[HOOKS, 'an empty result is named, a failed one is left alone']],
  'S1-H05 tool-output-truncator': [
    [HOOKS, 'a long result is shortened and kept whole, unless that is switched off'],
    [
      'test/core/agent/run-agent.test.ts',
      'are kept whole beside the history and shortened in it, with the way to the rest',
    ],
  ],
  'S1-H06 grep-output-truncator is the same': [
    [LAYERS, 'old names mean the hook that does their work'],
    [HOOKS, 'only of search and language tools where the configuration says so'],
  ],
  'S1-H07 non-interactive-env': [
    ['test/host/mcp/shell.test.ts', 'the environment asks nobody and holds no key'],
    [
      'test/host/mcp/shell.test.ts',
      'the person decides: neither changed nor commented on when switched off, wider when allowed',
    ],
  ],
  'S1-H12 session-recovery': [
    ['test/flows/recovery.test.ts', 'is refused once, answered by a stricter request, and remembered'],
    [HOOKS, 'a refusal is quoted at once, and nothing is asked again'],
  ],
  'S1-H13 session-notification': [
    [NOTIFY, 'wait until it is sure: what goes on at once, or is answered at once, is none'],
    [NOTIFY, 'are for those who look elsewhere, when it happens and when it is told'],
    [NOTIFY, 'come once for each question and each end, answers of its steps not counted'],
  ],
  'S1-H14 background-notification': [
    [NOTIFY, 'of tasks are told of the background ones, and lead to where the person began; questions of all'],
    ['test/e2e/tasks.spec.ts', 'who looks elsewhere is told what ended and what waits, once, and only after a yes'],
  ],
  'S1-H21 anthropic-auto-compact is the old name of another': [
    [LAYERS, 'old names mean the hook that does their work'],
  ],
  'S1-H22 empty-message-sanitizer': [
    [HOOKS, 'what a preventive rule leaves undone is mended by the last check, and told as such'],
    ['test/core/seed-functions.test.ts', 'leaves an empty message out where the roles still take turns'],
  ],
  'S1-H23 thinking-block-validator': [
    ['test/core/validator-hook.test.ts', 'a switched-off validator leaves thinking to the last check'],
    ['test/core/vectors.test.ts', 'claude-openloop-to-manual-claude: thinking is left out, not invented (A19)'],
  ],
  'S1-H24 anthropic-context-window-limit-recovery': [
    [HOOKS, 'a refusal is recovered from by the hook for its kind'],
    ['test/flows/recovery-limits.test.ts', 'with a scripted overflow is asked once more and no oftener'],
  ],
};
