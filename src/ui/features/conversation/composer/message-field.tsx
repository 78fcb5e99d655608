import type { ClipboardEvent, KeyboardEvent, RefObject } from 'react';
import type { SendKey } from '#ui/data/preferences.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { SlashList } from './slash/slash-list.tsx';
import type { Slash } from './slash/use-slash.ts';
import css from './composer.module.css';

interface MessageFieldProps {
  sessionId: string;
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  sendKey: SendKey;
  slash: Slash;
  onText: (text: string) => void;
  /** Keys that the command list doesn't handle. */
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  onPaste: (event: ClipboardEvent) => void;
}

/** The text field for a message. Text that starts with `/` searches the commands. */
export function MessageField(props: MessageFieldProps) {
  const { sessionId, field, text, sendKey, slash, onText, onKeyDown, onPaste } = props;
  const t = useT('chat');
  const open = slash.found.length > 0;
  return (
    <>
      <SlashList slash={slash} />
      <textarea
        ref={field}
        className={css['text']}
        data-composer={sessionId}
        value={text}
        rows={1}
        placeholder={t('composer.placeholder')}
        aria-label={t('composer.label')}
        aria-keyshortcuts={sendKey === 'enter' ? 'Enter' : 'Control+Enter Meta+Enter'}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={open ? slash.listId : undefined}
        aria-activedescendant={open ? slash.optionId(slash.active) : undefined}
        onChange={({ target, nativeEvent }) => {
          const composing = nativeEvent instanceof InputEvent && nativeEvent.isComposing;
          if (!slash.onText(target.value, composing)) onText(target.value);
        }}
        onKeyDown={(event) => {
          if (!slash.onKeyDown(event)) onKeyDown(event);
        }}
        onPaste={onPaste}
        onFocus={() => slash.onFocus(true)}
        onBlur={() => slash.onFocus(false)}
      />
    </>
  );
}
