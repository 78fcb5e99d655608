import type { Proof } from '../test-titles.ts';

const HOOKS = 'test/flows/base/reliability.test.ts';
const NOTIFY = 'test/flows/agent/run-notifications.test.ts';
const LAYERS = 'test/host/configuration/load-configuration.test.ts';

const STEPS = 'test/ui/features/conversation/context/step-toasts.test.tsx';
const FILES = 'test/flows/agent/context-files.test.ts';
const SCRIPTS = 'test/host/scripts/scripts.test.ts';
const LEFT = 'test/host/mcp/orphan-processes.test.ts';
const UPDATES = 'test/host/updates/updates.test.ts';
const FIELD = 'test/ui/features/conversation/message-field.test.tsx';

/** The rows of the documents' table of hooks, each with the tests that would fail without it. */
export const BUILT_IN_HOOKS: Readonly<Record<string, readonly Proof[]>> = {
  'S1-H01 todo-continuation-enforcer': [
    ['test/core/reliability/todo-continuation.test.ts', 'counts down two seconds in view and reminds once'],
    ['test/flows/agent/continue-plan.test.ts', 'is switched off for good, and on again'],
    [
      'test/e2e/continue-plan.spec.ts',
      'open todos are gone on with by themselves, as Baton and not as the user, until that is switched off',
    ],
  ],
  'S1-H02 context-window-monitor': [
    [
      STEPS,
      'comes once for each step crossed upwards, in the documented words, and stands the longer the fuller it is',
    ],
    [STEPS, 'does not come while it is switched off, and nothing is made up for afterwards'],
    [
      'test/e2e/context.spec.ts',
      'the meter follows the conversation and what is typed, warns once a step, and makes room',
    ],
  ],
  'S1-H03 comment-checker': [
    [HOOKS, 'are told to the user and to the model once somebody wants that'],
    [HOOKS, 'not of tools that read, and not of a call that failed'],
    ['test/core/reliability/comment-checker.test.ts', 'leaves alone what was there before, moved lines among it'],
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
      'the user decides: neither changed nor commented on when switched off, wider when allowed',
    ],
  ],
  'S1-H08 interactive-bash-session': [
    [LEFT, 'is told with its command line, by conversation, and noted where only this user can read'],
    [LEFT, 'ends with its conversation and not with another one'],
    [LEFT, 'ends when Baton quits'],
    [LEFT, 'is left alone when that is switched off: not marked, not told, not ended'],
    [LEFT, 'is ended by the next one where number, birth and mark agree, and nothing else is'],
    ['test/ui/features/runs/orphan-list.test.tsx', 'shows by conversation what commands left running, and ends it'],
  ],
  'S1-H09 directory-agents-injector': [
    [FILES, 'are told to %s once: the root’s at the start, others when a tool comes there'],
    [FILES, 'are told again once a summary stands in their place'],
    [FILES, 'are not read where nothing is attached, nor where their hooks are off'],
    [
      'test/e2e/agent-cards.spec.ts',
      'what the model was given from the folder is named where it was given, opens, and outlasts a reload',
    ],
  ],
  'S1-H10 directory-readme-injector': [
    ['test/host/mcp/context-files.test.ts', 'README.md is another kind'],
    [FILES, 'are not read where nothing is attached, nor where their hooks are off'],
  ],
  'S1-H11 rules-injector': [
    [FILES, 'are told to %s once: the root’s at the start, others when a tool comes there'],
    ['test/host/mcp/context-files.test.ts', 'rules hold for every file, or for those whose names they give'],
    ['test/core/reliability/rule-file.test.ts', 'of %j by %s'],
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
    [NOTIFY, 'of tasks are told of the background ones, and lead to where the user began; questions of all'],
    ['test/e2e/tasks.spec.ts', 'who looks elsewhere is told what ended and what waits, once, and only after a yes'],
  ],
  'S1-H15 keyword-detector': [
    [
      'test/core/reliability/keywords.test.ts',
      'are never found inside a longer word, and a message without them never has one',
    ],
    [FIELD, 'follow words only where that is switched on, in plain view, and not again once removed'],
    ['test/flows/message-options.test.ts', 'goes along as a text of its own after what was typed'],
    ['test/flows/message-options.test.ts', 'changes nothing where nobody asks'],
  ],
  'S1-H16 agent-usage-reminder': [
    [
      'test/core/reliability/agent-usage-reminder.test.ts',
      'comes when a run has looked at many things by itself, and changes no result',
    ],
    [
      'test/core/reliability/agent-usage-reminder.test.ts',
      'does not come where work was given away already, nor where it is off',
    ],
    [
      'test/ui/features/conversation/agent/usage-hint.test.tsx',
      'tells the user in a status, of this conversation alone, until it is dismissed',
    ],
    [
      'test/ui/features/conversation/agent/usage-hint.test.tsx',
      'is not shown where it was told before, nor where it is switched off',
    ],
  ],
  'S1-H17 auto-update-checker': [
    [UPDATES, 'by a build that knows no place, nor before the user agreed to the address'],
    [UPDATES, 'where the hook is switched off, and what was found is not told any more'],
    [UPDATES, 'is asked once a day, whatever came of it, by all windows and starts together'],
    [UPDATES, 'is one GET that says nothing of who asks'],
    [UPDATES, '%s is none; that is in the log alone'],
    ['test/core/compare-versions.test.ts', 'are ordered by the rules of semver'],
    ['test/ui/shell/updates/updates.test.tsx', 'tells of a newer version in %s, its notes as nothing but text'],
    ['test/ui/shell/updates/updates.test.tsx', 'agrees to the address that is shown, in %s, and takes it back'],
  ],
  'S1-H18 startup-toast': [
    ['test/ui/shell/whats-new/startup-toast.test.tsx', 'says so once, and opens the notes'],
    ['test/ui/shell/whats-new/startup-toast.test.tsx', 'is not there %s'],
  ],
  'S1-H19 claude-code-hooks': [
    [SCRIPTS, 'without it nothing is run, with it once for each event it is for'],
    [SCRIPTS, 'holds for this very definition: any change asks again'],
    [SCRIPTS, 'one that crashes, floods, lies or is not there is told of, and the next one runs'],
    [SCRIPTS, 'one that hangs is ended with everything it started, when its time is up'],
    [
      'test/flows/agent/scripts.test.ts',
      'a script that blocks keeps the call from running, and says so in the result and beside it',
    ],
    ['test/e2e/scripts.spec.ts', 'a script runs once it was agreed to, and what it blocks is seen'],
  ],
  'S1-H20 think-mode': [
    ['test/flows/message-options.test.ts', 'is what %s is asked for, with that message alone'],
    ['test/core/reliability/keywords.test.ts', 'not: %s'],
    [FIELD, 'follow words only where that is switched on, in plain view, and not again once removed'],
  ],
  'S1-H21 anthropic-auto-compact is the old name of another': [
    [LAYERS, 'old names mean the hook that does their work'],
  ],
  'S1-H22 empty-message-sanitizer': [
    [HOOKS, 'what a preventive rule leaves undone is repaired by the last check, and told as such'],
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
  'S1-H25 preemptive-compaction and compaction-context-injector have switches of their own': [
    ['test/flows/compaction.test.ts', 'is not made where it is switched off, nor below the threshold'],
    [FILES, 'is nothing of that where the hook is off; the next run tells the instructions itself'],
    [FILES, 'is what code knows, and the root’s instructions; others are told again when a tool comes there'],
  ],
};
