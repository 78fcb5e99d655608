import { useId, useRef, useState, type ClipboardEvent, type KeyboardEvent, type RefObject } from 'react';
import type { SendKey } from '#ui/data/preferences.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { replaceText } from '#ui/kit/text/replace-text.ts';
import { MentionList, SlashList } from './lazy-parts.ts';
import type { MentionChoice, MentionListHandle, ShownMentions } from './mentions/mention-choice.ts';
import { useMentionQuery } from './mentions/use-mention-query.ts';
import type { Slash } from './slash/use-slash.ts';
import css from './composer.module.css';

const NOTHING: ShownMentions = { active: null, said: '' };

interface MessageFieldProps {
  sessionId: string;
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  sendKey: SendKey;
  slash: Slash;
  /** The conversation uses servers. */
  withServers: boolean;
  /** A folder may be attached to the conversation. */
  canAttach: boolean;
  /** A choice from the list that needs more than its word in the text. `start` and `end`: where the word is. */
  onMention: (choice: MentionChoice, start: number, end: number) => void;
  onText: (text: string) => void;
  /** Keys that the command list doesn't handle. */
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  onPaste: (event: ClipboardEvent) => void;
}

/** The text field for a message. Text that starts with `/` searches the commands, a word with `@` what can be mentioned. */
export function MessageField(props: MessageFieldProps) {
  const { sessionId, field, text, sendKey, slash, withServers, canAttach, onMention, onText, onKeyDown, onPaste } =
    props;
  const t = useT('chat');
  const options = useT('messageOptions');
  const open = slash.found.length > 0;
  const mention = useMentionQuery();
  const mentions = useRef<MentionListHandle>(null);
  const mentionsId = useId();
  const entered = useRef<string | null>(null);
  const [shown, setShown] = useState<ShownMentions>(NOTHING);
  // What was typed may have been sent, or replaced, meanwhile.
  const at = mention.at && text.startsWith('@', mention.at.start) ? mention.at : null;
  /** Enter again, after the list has had its turn. */
  const enter = () => {
    mention.close();
    const box = field.current;
    const again = new window.KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
    if (box?.dispatchEvent(again)) replaceText(box, box.selectionStart, box.selectionEnd, '\n');
  };
  /** The list is on its way and takes Enter once it is there. */
  const waits = ({ key, shiftKey, ctrlKey, metaKey, altKey, nativeEvent }: KeyboardEvent) => {
    if (key !== 'Enter' || shiftKey || ctrlKey || metaKey || altKey || nativeEvent.isComposing) return false;
    if (!at || mentions.current) return false;
    entered.current = at.query;
    MentionList.load().catch(enter);
    return true;
  };
  return (
    <>
      {/* A text area can't have another role, so this announces that a list is open. */}
      <output className="visually-hidden" aria-live="polite">
        {open ? options('command.count', { count: slash.found.length }) : shown.said}
      </output>
      {open && <SlashList slash={slash} />}
      {at && (
        <MentionList
          sessionId={sessionId}
          query={at.query}
          withServers={withServers}
          canAttach={canAttach}
          listId={mentionsId}
          handle={mentions}
          onShow={setShown}
          field={field}
          entered={entered}
          word={{ start: at.start, end: at.start + 1 + at.query.length }}
          onLeave={mention.leave}
          onChoose={onMention}
          onClose={mention.close}
          onNothing={enter}
        />
      )}
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
        aria-controls={open ? slash.listId : shown.active === null ? undefined : mentionsId}
        aria-activedescendant={open ? slash.optionId(slash.active) : (shown.active ?? undefined)}
        onChange={({ target, nativeEvent }) => {
          const composing = nativeEvent instanceof InputEvent && nativeEvent.isComposing;
          if (!slash.onText(target.value, composing)) onText(target.value);
          mention.onText(target, composing);
        }}
        onCompositionEnd={({ currentTarget }) => mention.onText(currentTarget, false)}
        onSelect={({ currentTarget }) => mention.onCaret(currentTarget)}
        onKeyDown={(event) => {
          if (slash.onKeyDown(event) || mentions.current?.onKeyDown(event)) return;
          if (waits(event)) event.preventDefault();
          else onKeyDown(event);
        }}
        onPaste={onPaste}
        onFocus={() => slash.onFocus(true)}
        onBlur={() => {
          slash.onFocus(false);
          mention.leave();
        }}
      />
    </>
  );
}
