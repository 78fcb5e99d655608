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
  'did.asked': '{{script}} wanted you to be asked.',
  'did.changed': '{{script}} changed the arguments.',
  'did.added': '{{script}} added something for the model.',
  'did.kept': '{{script}} let the model go on.',
  'did.said': '{{script}} says:',
} as const satisfies Words<`did.${Exclude<ScriptNote['did'], 'failed'>}`>;

const failures = {
  'failed.exit': '{{script}} failed with exit code {{detail}}; it was passed over.',
  'failed.signal': '{{script}} was ended by {{detail}}; it was passed over.',
  'failed.timeout': '{{script}} took longer than {{detail}} s and was ended; it was passed over.',
  'failed.start': '{{script}} could not be started: {{detail}}',
  'failed.size': '{{script}} printed more than can be read; it was passed over.',
  'failed.json': '{{script}} printed something that is no valid JSON; it was passed over.',
  'failed.event': '{{script}} answered for {{detail}}, which was not asked; it was passed over.',
  'failed.often': '{{script}} kept the model at work many times in a row. Now it is your turn.',
} as const satisfies Words<`failed.${ScriptFailure}`>;

export const scripts = {
  ...events,
  ...notes,
  ...failures,
  waiting: 'Your scripts look at the message before it is sent…',
  refused: '{{script}} did not let the message through: {{reason}}',
  stopped: 'Not sent: you stopped it while a script looked at it.',
  kept: '{{script}} says that the work is not done',

  none: 'There are none yet. Write them into your own file, under “hooks”, as in Claude Code:',
  forTools: 'for {{tools}}',
  agreed: 'You have agreed to it.',
  notAgreed: 'Does not run: you have not agreed to it, or it has changed since.',
  review: 'Look at it…',
  reviewOf: 'Look at {{script}}…',
  revoke: 'Do not run',
  revokeOf: 'Do not run {{script}} any more',

  'ask.title': 'Let {{script}} run?',
  'ask.body':
    'It runs by itself, with everything you yourself may do on this computer, and is told what happens: arguments of tools, results, your messages.',
  'ask.no': 'Not now',
  'ask.yes': 'Let it run',
  'ask.stale': 'It has changed since it was shown here. Close this and look at it again.',
  'ask.fromFolder':
    'The command names something in the folder of the conversation: whoever can write there decides what runs.',
  'ask.hidden': 'It holds characters that cannot be seen; they are spelled out here.',
  'ask.bound':
    'When any of this changes, Baton asks again. It does not watch the files that the command itself runs. Your keys are not passed on.',
  'line.command': 'Command',
  'line.when': 'When',
  'line.tools': 'Tools',
  'line.everyTool': 'All',
  'line.limit': 'Time limit',
  'line.seconds_one': '{{count}} second',
  'line.seconds_other': '{{count}} seconds',
  'line.folder': 'In folder',
  'line.inFolder': 'The first folder attached to the conversation, or else your home folder',
  'line.env': 'Variables',
} as const;
