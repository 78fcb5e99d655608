import { MODES, type MessageOptions, type Mode } from '#core/message-options.ts';
import type { ThinkingLevel } from '#core/model.ts';
import type { ThinkingSupport } from '#core/vendors/base/model-facts.ts';
import type { PromptRow } from '#storage/rows.ts';
import { USER_WORDS } from '#texts/user-words.ts';
import { levelsOf } from '#ui/shared/models/thinking-levels.ts';

/** Commands that act on the page, as opposed to message options. */
export type PageCommand = 'compact' | 'plan' | 'model' | 'instructions';

/** An entry of the list that `/` opens. */
export type Command = { name: string } & (
  | { kind: 'thinking'; asks: MessageOptions; level: ThinkingLevel; onOff: boolean }
  | { kind: 'mode'; asks: MessageOptions; mode: Mode }
  | { kind: 'page'; page: PageCommand }
  | { kind: 'prompt'; prompt: PromptRow }
);

/** Other words that find a command, whatever the page's language. */
const otherWords = (name: string): string => USER_WORDS.map(({ commands }) => commands[name] ?? '').join(' ');

/** The commands available here. Thinking levels are limited to those of the model. The user's snippets come last. */
export function commandsFor(
  support: ThinkingSupport | null,
  pages: readonly PageCommand[],
  prompts: readonly PromptRow[] = [],
): Command[] {
  const levels = support && support.kind !== 'none' ? levelsOf(support) : [];
  const onOff = levels.length === 2;
  const thinking = levels.map((level): Command => {
    const word = onOff && level !== 'off' ? 'on' : level;
    return { name: `think ${word}`, kind: 'thinking', asks: { thinking: level }, level, onOff };
  });
  return [
    ...(levels.length > 1 ? thinking : []),
    ...MODES.map((mode): Command => ({ name: mode, kind: 'mode', asks: { modes: [mode] }, mode })),
    ...pages.map((page): Command => ({ name: page, kind: 'page', page })),
    ...prompts.map((prompt): Command => ({ name: prompt.name, kind: 'prompt', prompt })),
  ];
}

/** Longer than any command, so it is a message. */
const MAX_LENGTH = 40;

/** The search text of a message that starts as a command; `null` for any other message. */
export function slashQuery(text: string): string | null {
  if (!text.startsWith('/') || text.length > MAX_LENGTH || text.includes('\n')) return null;
  return fold(text.slice(1));
}

/** The commands that match, in their order: every word of the query starts a word of the command. */
export function findCommands(
  commands: readonly Command[],
  query: string,
  describe: (command: Command) => string,
): Command[] {
  const words = query.split(' ').filter((word) => word !== '');
  return commands.filter((command) => {
    const own = fold(`${command.name} ${otherWords(command.name)} ${describe(command)}`).split(/[\s:,]+/);
    return words.every((word) => own.some((one) => one.startsWith(word)));
  });
}

/** Splits a message that starts with a complete option command and a space into the command and the rest. */
export function leadingCommand(
  text: string,
  commands: readonly Command[],
): { command: Command & { asks: MessageOptions }; rest: string } | null {
  if (!text.startsWith('/')) return null;
  for (const command of commands) {
    const head = text.slice(1, command.name.length + 1).toLowerCase();
    const after = text.charAt(command.name.length + 1);
    if (command.kind === 'page' || command.kind === 'prompt' || head !== command.name || !/^\s$/.test(after)) continue;
    return { command, rest: text.slice(command.name.length + 2) };
  }
  return null;
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();
}
