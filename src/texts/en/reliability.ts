import type { HookGroup, HookId } from '#core/reliability/hook-table.ts';
import type { RecoveryName } from '#core/reliability/recovery-toasts.ts';
import type { SettingKey } from '#core/reliability/setting-table.ts';

type Words<Keys extends string> = Record<Keys, string>;

const hooks = {
  'hook.thinking-block-validator': 'Check thinking before sending',
  'what.thinking-block-validator':
    'Sends thinking only where it’s accepted; skips it once rather than fail. If off, the final check repairs the request.',
  'hook.empty-message-sanitizer': 'Leave out empty messages',
  'what.empty-message-sanitizer':
    'Empty answers and messages stay in the conversation but aren’t sent. If off, the final check repairs the request.',
  'hook.non-interactive-env': 'Never wait for interactive input',
  'what.non-interactive-env':
    'Starts commands and tool servers without prompts, pagers, or editors, and tells the model when a command would wait for input. Applies when a server next starts.',
  'hook.comment-checker': 'Check for leftover comments',
  'what.comment-checker':
    'Checks lines a tool adds for TODO, FIXME, commented-out code, and phrases such as “rest of the code”. You and the model see what it finds. Files are saved as they are.',
  'hook.context-window-monitor': 'Watch the context window',
  'what.context-window-monitor':
    'Tells you when a conversation passes 70, 80, or 95% of the context window. If off, the meter beside the model still shows it.',
  'hook.empty-task-response-detector': 'Flag empty results',
  'what.empty-task-response-detector': 'Tells the model when a tool returns nothing, so it isn’t taken for success.',
  'hook.session-recovery': 'Recover from refused requests',
  'what.session-recovery':
    'When a vendor refuses a request, Baton fixes the cause and tries once more. Your conversation stays unchanged.',
  'hook.anthropic-context-window-limit-recovery': 'Recover when a conversation is too long',
  'what.anthropic-context-window-limit-recovery':
    'When a conversation is too long for a vendor, Baton sends less of it once more and remembers the real limit.',
  'hook.todo-continuation-enforcer': 'Continue open todos',
  'what.todo-continuation-enforcer':
    'When a run ends with open todos, Baton continues it after two seconds, in plain view. Any message from you stops this.',
  'hook.preemptive-compaction': 'Summarize in time',
  'what.preemptive-compaction': 'Summarizes earlier turns before the context window is full. The originals stay.',
  'hook.compaction-context-injector': 'Keep facts with summaries',
  'what.compaction-context-injector':
    'Adds exact facts to each automatic summary: AGENTS.md files, the top of the folder tree, the model, and the mode. No model edits these.',
  'hook.tool-output-truncator': 'Shorten long results',
  'what.tool-output-truncator':
    'A result can use at most half of the remaining space. Its beginning and end are sent, and the model can read the rest. If off, results are sent whole and fill the context window sooner.',
  'hook.directory-agents-injector': 'Read AGENTS.md',
  'what.directory-agents-injector':
    'Sends the AGENTS.md of an attached folder when a run begins, and those of subfolders when a file tool reaches them. Shown in the conversation, and sent again after a summary.',
  'hook.directory-readme-injector': 'Read README.md',
  'what.directory-readme-injector': 'The same for README.md.',
  'hook.rules-injector': 'Read folder rules',
  'what.rules-injector':
    'Sends files in .claude/rules and .cursor/rules once, when a file tool reaches the files they apply to. General rules are sent when a run begins.',
  'hook.interactive-bash-session': 'Track leftover processes',
  'what.interactive-bash-session':
    'Lists programs that keep running after a command, so you can stop them. They end with the conversation and with Baton. Linux only.',
  'hook.session-notification': 'Notify when done',
  'what.session-notification':
    'Notifies you of an answer or a question when Baton isn’t in front. Turn on notifications in Chat.',
  'hook.background-notification': 'Notify about background tasks',
  'what.background-notification': 'The same for tasks that a model started. Turn on notifications in Chat.',
  'hook.keyword-detector': 'Detect keywords',
  'what.keyword-detector':
    '“ultrathink”, “ultrawork”, “search mode”, and “analyze mode” in a message turn on that option while you type. You can remove it before sending. Commands with “/” work without this.',
  'hook.think-mode': 'Think more on request',
  'what.think-mode':
    '“ultrathink” and phrases such as “think hard” raise the thinking level for one message. You can remove it before sending. “/think” works without this.',
  'hook.agent-usage-reminder': 'Suggest tasks',
  'what.agent-usage-reminder':
    'When a run reads and searches a lot, a tip suggests a task, once per conversation. The model isn’t told.',
  'hook.auto-update-checker': 'Check for updates',
  'what.auto-update-checker':
    'If you allow it in About, checks at most once a day for a newer Baton and tells you. Installs nothing.',
  'hook.startup-toast': 'Show what’s new after an update',
  'what.startup-toast': 'The first start of a new version links to what’s new. You can always find it in About.',
  'hook.claude-code-hooks': 'Run your scripts',
  'what.claude-code-hooks':
    'Runs commands from your own file before and after tools, before a message is sent, and when the model has finished. They can block, change, or add things, in plain view. Each needs your approval.',
} as const satisfies Words<`${'hook' | 'what'}.${HookId}`>;

const groups = {
  'group.prevention': 'Prevent',
  'group.detection': 'Detect',
  'group.recovery': 'Recover',
  'group.context': 'Free up space',
  'group.comfort': 'Convenience',
  'group.integration': 'Scripts',
} as const satisfies Words<`group.${HookGroup}`>;

const settings = {
  'set.experimental.auto_resume': 'Continue automatically after a recovery',
  'set.experimental.background_continuation': 'Continue background tasks too',
  'set.experimental.preemptive_compaction': 'Summarize before the context window is full',
  'set.experimental.preemptive_compaction_threshold': 'When this much of it is used',
  'set.experimental.dcp_for_compaction': 'Prune first, and summarize only if that isn’t enough',
  'set.experimental.truncate_all_tool_outputs': 'For every tool, not only search and language tools',
  'set.experimental.aggressive_truncation': 'For every tool, whatever the setting above says',
  'set.experimental.dynamic_context_pruning.enabled': 'Prune content that later turns replaced',
  'set.experimental.dynamic_context_pruning.notification': 'Notify about pruning',
  'set.experimental.dynamic_context_pruning.turn_protection.enabled': 'Keep the newest turns whole',
  'set.experimental.dynamic_context_pruning.turn_protection.turns': 'Number of turns',
  'set.experimental.dynamic_context_pruning.strategies.deduplication.enabled':
    'Send only the last result of repeated calls',
  'set.experimental.dynamic_context_pruning.strategies.supersede_writes.enabled':
    'Leave out written content once the file is read again',
  'set.experimental.dynamic_context_pruning.strategies.supersede_writes.aggressive': 'Any later read counts',
  'set.experimental.dynamic_context_pruning.strategies.purge_errors.enabled': 'Leave out the arguments of failed calls',
  'set.experimental.dynamic_context_pruning.strategies.purge_errors.turns': 'After this many turns',
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
    'How Baton keeps conversations going. You can turn each of these off; your conversations stay unchanged either way.',
  loading: 'Contacting Baton’s host…',
  search: 'Find a setting',
  found_one: '{{count}} found',
  found_other: '{{count}} found',
  none: 'No results.',
  pruning: 'Prune',
  byVendor: 'Leave to the vendor',
  byVendorIntro:
    'When a request to Anthropic exceeds 100,000 tokens, Anthropic leaves out all but the newest three tool results. What follows is read once without the cache. Your conversation stays whole; “What was sent” shows the number.',
  forFolder: 'Includes the folder’s file from the conversation you viewed last.',

  'origin.default': 'Default',
  'origin.user': 'Your file',
  'origin.workspace': 'Folder’s file',
  'origin.ui': 'Set here',
  takeBack: 'Reset',
  takeBackFor: 'Reset: {{name}}',
  resetAll: 'Reset everything set here',
  resetDone: 'Everything set here was reset',

  'choice.off': 'Nothing',
  'choice.minimal': 'Counts only',
  'choice.detailed': 'Every item',

  files: 'Files',
  filesIntro:
    'The same settings as text, with comments. A folder’s file overrides yours, and settings here override both. Changes apply when you save a file.',
  'file.user': 'Yours',
  'file.workspace': 'The folder’s',
  'file.ui': 'Set here',
  'file.missing': 'Not created yet',
  env: 'Environment variables',
  envIntro:
    'Commands and tool servers see only your path, language, folders, and toolchain locations. You can add more.',
  envAdded: 'Variables you added:',
  envNone: 'You haven’t added any.',
  envWanted: 'Your own file lists these. They stay hidden until you allow them here:',
  envAllow: 'Allow',
  envAllowFor: 'Allow: {{name}}',
  envRemove: 'Hide {{name}} again',
  envName: 'Variable name',
  envAdd: 'Allow',
  envBad: 'Names can’t contain spaces or “=”.',
  envMeans:
    'Every command, script, and tool server you allow can then read its value and send it anywhere. Don’t add keys or passwords.',
  envServer: 'Variables in a server’s own settings go only to that server.',
  copyPathOf: 'Copy path of {{file}}',

  'warning.title_one': 'A setting in a configuration file isn’t valid',
  'warning.title_other': '{{count}} settings in configuration files aren’t valid',
  'warning.line': 'line {{line}}',
  'warning.syntax': 'can’t be read and is ignored ({{detail}})',
  'warning.not-an-object': 'has no settings and is ignored',
  'warning.too-large': 'is too long and is ignored',
  'warning.unreadable': 'couldn’t be opened and is ignored ({{detail}})',
  'warning.unknown-key': '“{{key}}” is unknown and is ignored',
  'warning.unused-list': '“{{key}}” has no effect in Baton',
  'warning.unknown-hook': '“{{detail}}” is unknown and is ignored',
  'warning.renamed-hook': 'has a new name: {{detail}}',
  'warning.invalid-value': '“{{key}}” is ignored; expected: {{detail}}',
  'warning.unsafe-key': '“{{key}}” isn’t allowed and is ignored',
  'warning.repeated-key': '“{{key}}” appears twice; the last one is used',
  'warning.user-file-only': '“{{key}}” works only in your own file',

  'notice.off': '{{name}} was turned off for this conversation',
  'notice.offWhy': 'It failed several times: {{why}}',
  'notice.offMany': '{{number}} features were turned off for this conversation',
  'notice.offWhich': 'They failed several times: {{names}}. Everything else still works.',

  ...hooks,
  ...groups,
  ...settings,
  ...recoveries,
} as const;
