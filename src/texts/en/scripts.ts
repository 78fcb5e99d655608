import type { ScriptEvent, ScriptFailure, ScriptNote } from '#core/script-table.ts';

type Words<Keys extends string> = Record<Keys, string>;

const events = {
  'event.PreToolUse': 'Before a tool runs',
  'event.PostToolUse': 'After a tool has run',
  'event.UserPromptSubmit': 'Before your message is sent',
  'event.Stop': 'When the model has finished',
} as const satisfies Words<`event.${ScriptEvent}`>;

const notes = {
  'did.blocked': '{{script}} blocked this.',
  'did.asked': '{{script}} required your approval.',
  'did.changed': '{{script}} changed the arguments.',
  'did.added': '{{script}} added something for the model.',
  'did.kept': '{{script}} told the model to continue.',
  'did.said': '{{script}} says:',
} as const satisfies Words<`did.${Exclude<ScriptNote['did'], 'failed'>}`>;

const failures = {
  'failed.exit': '{{script}} failed with exit code {{detail}} and was skipped.',
  'failed.signal': '{{script}} was ended by {{detail}} and was skipped.',
  'failed.timeout': '{{script}} took longer than {{detail}} s and was skipped.',
  'failed.start': 'Couldn’t start {{script}}: {{detail}}',
  'failed.size': '{{script}} printed too much and was skipped.',
  'failed.json': '{{script}} printed invalid JSON and was skipped.',
  'failed.event': '{{script}} responded to {{detail}}, which doesn’t apply here, and was skipped.',
  'failed.often': '{{script}} told the model to continue many times in a row. Now it’s your turn.',
} as const satisfies Words<`failed.${ScriptFailure}`>;

export const scripts = {
  ...events,
  ...notes,
  ...failures,
  waiting: 'Your scripts are checking the message…',
  refused: '{{script}} blocked the message: {{reason}}',
  stopped: 'Not sent: you stopped it while a script was checking it.',
  kept: '{{script}} says the work isn’t done',

  none: 'No scripts yet. Add them under “hooks” in your own file, as in Claude Code:',
  forTools: 'for {{tools}}',
  agreed: 'Approved.',
  notAgreed: 'Doesn’t run: it’s new or has changed.',
  review: 'Review…',
  reviewOf: 'Review {{script}}…',
  revoke: 'Turn off',
  revokeOf: 'Turn off {{script}}',

  'ask.title': 'Run {{script}}?',
  'ask.body':
    'It runs automatically with your full rights on this computer, and sees tool arguments, results, and your messages.',
  'ask.no': 'Not now',
  'ask.yes': 'Approve',
  'ask.stale': 'It has changed since it was shown. Close this and review it again.',
  'ask.fromFolder':
    'The command uses something in the conversation’s folder. Anyone who can write there decides what runs.',
  'ask.hidden': 'It has invisible characters, spelled out here.',
  'ask.bound':
    'If any of this changes, Baton asks again. It doesn’t watch the files the command runs. Your keys aren’t passed on.',
  'line.command': 'Command',
  'line.when': 'When',
  'line.tools': 'Tools',
  'line.everyTool': 'All',
  'line.limit': 'Time limit',
  'line.seconds_one': '{{count}} second',
  'line.seconds_other': '{{count}} seconds',
  'line.folder': 'In folder',
  'line.inFolder': 'The conversation’s first folder, or else your home folder',
  'line.env': 'Variables',
} as const;
