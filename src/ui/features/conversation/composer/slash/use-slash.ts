import { useId, useState, type KeyboardEvent } from 'react';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { findCommands, leadingCommand, slashQuery, type Command } from './commands.ts';

/** Characters of a snippet shown beside its name. */
const SHOWN_OF_PROMPT = 120;

export interface SlashOptions {
  text: string;
  commands: readonly Command[];
  /** Runs a command; `rest` is the message without it. */
  onCommand: (command: Command, rest: string) => void;
}

export interface Slash {
  listId: string;
  /** Empty while there is no list. */
  found: readonly Command[];
  active: number;
  optionId: (index: number) => string;
  describe: (command: Command) => string;
  choose: (index: number) => void;
  point: (index: number) => void;
  /** Returns whether the list handled the key. */
  onKeyDown: (event: KeyboardEvent) => boolean;
  /** Called when text was typed. Returns whether a command at its start consumed it. */
  onText: (text: string, composing: boolean) => boolean;
  onFocus: (focused: boolean) => void;
}

/** The list of commands for a message that starts with `/`. */
export function useSlash({ text, commands, onCommand }: SlashOptions): Slash {
  const listId = useId();
  const describe = useDescription();
  const [focused, setFocused] = useState(false);
  const [closed, setClosed] = useState(false);
  const [at, setAt] = useState({ query: '', index: 0 });
  const query = slashQuery(text);
  // The user closed the list; it stays closed while the text is a command.
  if (closed && !text.startsWith('/')) setClosed(false);
  const found = query === null || closed || !focused ? [] : findCommands(commands, query, describe);
  const active = at.query === query ? Math.min(at.index, found.length - 1) : 0;
  const point = (index: number) => setAt({ query: query ?? '', index });

  const choose = (index: number) => {
    const command = found[index];
    if (command) onCommand(command, '');
  };

  return {
    listId,
    found,
    active,
    optionId: (index) => `${listId}-${index}`,
    describe,
    choose,
    point,
    onKeyDown(event) {
      const { key, nativeEvent, shiftKey, ctrlKey, metaKey, altKey } = event;
      // Ignores keys that an input method uses to end or move within a syllable.
      if (found.length === 0 || nativeEvent.isComposing || nativeEvent.keyCode === 229) return false;
      if (shiftKey || ctrlKey || metaKey || altKey) return false;
      if (key === 'ArrowDown') point((active + 1) % found.length);
      else if (key === 'ArrowUp') point((active + found.length - 1) % found.length);
      else if (key === 'Enter' || key === 'Tab') choose(active);
      else if (key === 'Escape') setClosed(true);
      else return false;
      event.preventDefault();
      return true;
    },
    onText(next, composing) {
      if (composing || closed) return false;
      const leading = leadingCommand(next, commands);
      if (leading) onCommand(leading.command, leading.rest);
      return leading !== null;
    },
    onFocus: setFocused,
  };
}

function useDescription(): (command: Command) => string {
  const t = useT('messageOptions');
  const models = useT('models');
  return (command) => {
    if (command.kind === 'mode') return t(`command.${command.mode}`);
    if (command.kind === 'prompt') return command.prompt.text.slice(0, SHOWN_OF_PROMPT);
    if (command.kind === 'page') return t(`command.${command.page}`);
    const level = command.onOff && command.level !== 'off' ? 'on' : command.level;
    return t('command.think', { level: models(`thinking.${level}`) });
  };
}
