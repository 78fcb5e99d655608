import type { HookGroup, HookId } from '#core/reliability/hook-table.ts';
import type { RecoveryName } from '#core/reliability/recovery-toasts.ts';
import type { SettingKey } from '#core/reliability/setting-table.ts';

type Words<Keys extends string> = Record<Keys, string>;

const hooks = {
  'hook.thinking-block-validator': 'Check thinking before sending',
  'what.thinking-block-validator':
    'Sends thinking only where the vendor takes it, and does without it for one request rather than have that refused. When off, the last check before sending mends what it finds.',
  'hook.empty-message-sanitizer': 'Leave out empty messages',
  'what.empty-message-sanitizer':
    'Answers and texts with nothing in them stay in the conversation and are not sent. When off, the last check before sending mends what it finds.',
  'hook.non-interactive-env': 'Let no command wait for an answer',
  'what.non-interactive-env':
    'Commands and tool servers start in an environment without prompts, pagers and editors, and the model is told when a command would wait for a person. Servers notice with their next start.',
  'hook.comment-checker': 'Look for leftover comments',
  'what.comment-checker':
    'When a tool has changed a file, looks at the lines it added for TODO and FIXME, stand-ins such as “rest of the code” and commented-out code. You see them at the call, and the model reads them below its result. Nothing is held back.',
  'hook.context-window-monitor': 'Watch how full the window is',
  'what.context-window-monitor':
    'Says so each time a conversation passes 70, 80 or 95 % of what its model can read. When off, the meter beside the model still shows it.',
  'hook.empty-task-response-detector': 'Name empty results',
  'what.empty-task-response-detector':
    'When a tool returns nothing, the model is told so, and does not take it for success.',
  'hook.session-recovery': 'Recover from refusals',
  'what.session-recovery':
    'When a vendor refuses a request, Baton asks once more with one that respects the reason. The conversation itself is not changed.',
  'hook.anthropic-context-window-limit-recovery': 'Recover from too long conversations',
  'what.anthropic-context-window-limit-recovery':
    'When a vendor says that a conversation is too long, Baton asks once more with less of it, and remembers the true limit.',
  'hook.todo-continuation-enforcer': 'Go on with open todos',
  'what.todo-continuation-enforcer':
    'When a run ends with open todos, it goes on after two seconds in plain view. Any word of yours ends that.',
  'hook.preemptive-compaction': 'Summarize in time',
  'what.preemptive-compaction': 'Sums up earlier turns before the window is full. The originals stay.',
  'hook.compaction-context-injector': 'Keep facts in summaries',
  'what.compaction-context-injector':
    'Beside a summary that makes room stand, word for word, the AGENTS.md of the attached folders and of those where files were changed, what the folders hold near their roots, the model and the mode. No model has a hand in these.',
  'hook.tool-output-truncator': 'Shorten long results',
  'what.tool-output-truncator':
    'A result takes at most half of the room that is left. Its beginning and end are sent, the whole is kept for the model to read on. When off, results go in whole and fill the window sooner.',
  'hook.directory-agents-injector': 'Read AGENTS.md',
  'what.directory-agents-injector':
    'The AGENTS.md of an attached folder goes to the model when a run begins, those of folders inside when a file tool comes there: once each, shown in the conversation, and again when a summary has taken its place.',
  'hook.directory-readme-injector': 'Read README.md',
  'what.directory-readme-injector': 'The same for README.md.',
  'hook.rules-injector': 'Read the rules of a folder',
  'what.rules-injector':
    'Files in .claude/rules and .cursor/rules go to the model once, when a file tool comes to what they hold for. Rules for everything go with the beginning of a run.',
  'hook.interactive-bash-session': 'Track what commands leave running',
  'what.interactive-bash-session':
    'What a command leaves running when it has ended stands in the list of what is running, and you can end it there. It ends with its conversation and with Baton. On Linux only: no other system shows which conversation a process came from.',
  'hook.session-notification': 'Notify when done',
  'what.session-notification':
    'Says through your system that an answer is there or a question waits, when Baton is not in front. Needs the notifications under Chat.',
  'hook.background-notification': 'Notify of background work',
  'what.background-notification': 'The same for tasks that a model has begun. Needs the notifications under Chat.',
  'hook.keyword-detector': 'Notice keywords',
  'what.keyword-detector':
    '“ultrathink”, “ultrawork”, “search mode” and “analyze mode” in a message set the mark of that name above the message box while you type. You see it and can remove it before anything is sent. The commands behind “/” set the same marks without this.',
  'hook.think-mode': 'Think more when asked in words',
  'what.think-mode':
    '“ultrathink” and phrases such as “think hard” or “think carefully” raise the thinking for the one message, as a mark that you see and can remove before it is sent. “/think” does the same without this.',
  'hook.agent-usage-reminder': 'Hint at tasks',
  'what.agent-usage-reminder':
    'When a run reads and searches a lot by itself, a line above the message box tells you once in a conversation that a task could do it. No model is told.',
  'hook.auto-update-checker': 'Look for updates',
  'what.auto-update-checker':
    'Once you have agreed to it under About, asks at most once a day whether there is a newer Baton, and says so. Installs nothing.',
  'hook.startup-toast': 'Greet after an update',
  'what.startup-toast':
    'The first start of a newer version says so once, with the way to what it brings. The notes are always under About.',
  'hook.claude-code-hooks': 'Run your scripts',
  'what.claude-code-hooks':
    'Runs commands from your own file before and after tools, before a message is sent and when the model has finished. They may block, change or add something, in plain view. Each runs once you have agreed to it as it is.',
} as const satisfies Words<`${'hook' | 'what'}.${HookId}`>;

const groups = {
  'group.prevention': 'Prevent',
  'group.detection': 'Notice',
  'group.recovery': 'Recover',
  'group.context': 'Make room',
  'group.comfort': 'Comfort',
  'group.integration': 'Scripts',
} as const satisfies Words<`group.${HookGroup}`>;

const settings = {
  'set.experimental.auto_resume': 'Go on by itself after a recovery',
  'set.experimental.background_continuation': 'Continue background tasks too',
  'set.experimental.preemptive_compaction': 'Summarize before the window is full',
  'set.experimental.preemptive_compaction_threshold': 'At this share of the window',
  'set.experimental.dcp_for_compaction': 'Prune first, and summarize only if that was not enough',
  'set.experimental.truncate_all_tool_outputs': 'Of every tool, not only of search and language tools',
  'set.experimental.aggressive_truncation': 'Of every tool, whatever the setting above says',
  'set.experimental.dynamic_context_pruning.enabled': 'Prune what later turns made superfluous',
  'set.experimental.dynamic_context_pruning.notification': 'What is told of it',
  'set.experimental.dynamic_context_pruning.turn_protection.enabled': 'Keep the newest turns whole',
  'set.experimental.dynamic_context_pruning.turn_protection.turns': 'So many turns',
  'set.experimental.dynamic_context_pruning.strategies.deduplication.enabled':
    'Of equal calls send the last result only',
  'set.experimental.dynamic_context_pruning.strategies.supersede_writes.enabled':
    'Leave out what was written once the file was read again',
  'set.experimental.dynamic_context_pruning.strategies.supersede_writes.aggressive': 'Any later reading will do',
  'set.experimental.dynamic_context_pruning.strategies.purge_errors.enabled': 'Leave out the arguments of failed calls',
  'set.experimental.dynamic_context_pruning.strategies.purge_errors.turns': 'After so many turns',
  'set.experimental.server_context_editing': 'Let Anthropic leave out old tool results',
} as const satisfies Words<`set.${SettingKey}`>;

const recoveries = {
  'recovery.tool-crash': 'Tool Crash Recovery',
  'recovering.tool-crash': 'Injecting cancelled tool results...',
  'recovery.thinking-block': 'Thinking Block Recovery',
  'recovering.thinking-block': 'Fixing message structure...',
  'recovery.thinking-strip': 'Thinking Strip Recovery',
  'recovering.thinking-strip': 'Stripping thinking blocks...',
  'recovery.empty-message': 'Empty Message Recovery',
  'recovering.empty-message': 'Leaving out empty messages...',
  'recovery.prefill': 'Prefill Recovery',
  'recovering.prefill': 'Ending with a message of yours...',
  'recovery.unavailable-tool': 'Unavailable Tool Recovery',
  'recovering.unavailable-tool': 'Sending earlier calls as text...',
  'recovery.tool-schema': 'Tool Schema Recovery',
  'recovering.tool-schema': 'Leaving out the refused tool...',
  'recovery.context-limit': 'Context Limit Recovery',
  'recovering.context-limit': 'Making room and asking again...',
  'recovery.request': 'Request Recovery',
  'recovering.request': 'Leaving out what was refused...',
} as const satisfies Words<`${'recovery' | 'recovering'}.${RecoveryName}`>;

export const reliability = {
  intro:
    'What Baton does by itself so that a conversation goes on. Each of these can be switched off; your conversations stay as they are either way.',
  loading: 'Asking Baton’s host…',
  search: 'Find a setting',
  found_one: '{{count}} found',
  found_other: '{{count}} found',
  none: 'Nothing of that name.',
  pruning: 'Prune',
  byVendor: 'Leave to the vendor',
  byVendorIntro:
    'When this is on and a request to Anthropic is over 100,000 tokens, Anthropic itself, not Baton, leaves out the results of old tool calls before the model reads it; the newest three stay. What comes after them is then read once without the cache. Your conversation stays whole, and “What was sent” tells how many were left out. Gateways and other vendors are not asked for it.',
  forFolder: 'With the file of the folder in the conversation you looked at last.',

  'origin.default': 'Default',
  'origin.user': 'Your file',
  'origin.workspace': 'The folder’s file',
  'origin.ui': 'Set here',
  takeBack: 'Reset',
  takeBackFor: 'Reset: {{name}}',
  resetAll: 'Reset all set here',
  resetDone: 'Everything set here was reset',

  'choice.off': 'Nothing',
  'choice.minimal': 'The numbers',
  'choice.detailed': 'Every part',

  files: 'Files',
  filesIntro:
    'The same settings as text, with comments. A folder’s file is stronger than yours, what is set here is stronger than both. Changes count as soon as a file is saved.',
  'file.user': 'Yours',
  'file.workspace': 'Of the folder',
  'file.ui': 'Set here',
  'file.missing': 'Not there yet',
  env: 'Environment variables',
  envIntro:
    'Commands and tool servers see only your path, language, folders and toolchain locations. You can let them see more.',
  envAdded: 'They also see these, which you added:',
  envNone: 'You added none.',
  envWanted: 'Your own file names these. They stay hidden until you let them through here:',
  envAllow: 'Let through',
  envAllowFor: 'Let through: {{name}}',
  envRemove: 'Hide {{name}} again',
  envName: 'Name of a variable',
  envAdd: 'Let through',
  envBad: 'A name has no spaces and no “=”.',
  envMeans:
    'Every command, script and tool server that you allow can then read its value and send it anywhere. Don’t add keys or passwords.',
  envServer: 'Variables in a server’s own settings go to that server only.',
  copyPathOf: 'Copy the path of {{file}}',

  'warning.title_one': 'Something in a configuration file does not hold',
  'warning.title_other': '{{count}} things in configuration files do not hold',
  'warning.line': 'line {{line}}',
  'warning.syntax': 'cannot be read and is left out ({{detail}})',
  'warning.not-an-object': 'holds no settings and is left out',
  'warning.too-large': 'is too long and is left out',
  'warning.unreadable': 'could not be opened and is left out ({{detail}})',
  'warning.unknown-key': '“{{key}}” is not known and is ignored',
  'warning.unused-list': '“{{key}}” has no meaning for Baton',
  'warning.unknown-hook': '“{{detail}}” is not the name of anything and is ignored',
  'warning.renamed-hook': 'has another name now: {{detail}}',
  'warning.invalid-value': '“{{key}}” is left out; expected: {{detail}}',
  'warning.unsafe-key': '“{{key}}” is not allowed and is ignored',
  'warning.repeated-key': '“{{key}}” is written twice; the last one counts',
  'warning.user-file-only': '“{{key}}” counts in your own file only',

  'notice.off': '{{name}} was switched off for this conversation',
  'notice.offWhy': 'It failed several times: {{why}}',
  'notice.offMany': '{{number}} features were switched off for this conversation',
  'notice.offWhich': 'They failed several times: {{names}}. Everything else goes on.',

  ...hooks,
  ...groups,
  ...settings,
  ...recoveries,
} as const;
