import { FileText, Folder, FolderPlus, MessageSquare, Plug, TextQuote } from 'lucide-react';
import {
  Fragment,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
  type Ref,
  type RefObject,
} from 'react';
import { placeholdersOf } from '#core/prompt-template.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import type { MentionChoice, MentionListHandle, ShownMentions } from './mention-choice.ts';
import { replaceText } from '#ui/kit/text/replace-text.ts';
import { useMentionItems, type MentionGroup, type MentionItem } from './use-mention-items.ts';
import css from './mention-list.module.css';

const ICONS = {
  file: FileText,
  folder: Folder,
  session: MessageSquare,
  prompt: TextQuote,
  resource: Plug,
  attach: FolderPlus,
};

export interface MentionListProps {
  sessionId: string;
  query: string;
  /** The conversation uses servers. */
  withServers: boolean;
  /** A folder may be attached to the conversation. */
  canAttach: boolean;
  listId: string;
  handle: Ref<MentionListHandle>;
  /** Called with what is shown, and with nothing when the list goes. */
  onShow: (shown: ShownMentions) => void;
  field: RefObject<HTMLTextAreaElement | null>;
  /** What had been typed when Enter was pressed before its matches were known. */
  entered: RefObject<string | null>;
  /** Where the word is that the choice takes the place of. */
  word: { start: number; end: number };
  /** Not called for a prompt without placeholders, which is in the text then. */
  onChoose: (choice: MentionChoice, start: number, end: number) => void;
  /** Closes the list for now. */
  onLeave: () => void;
  /** Closes the list for this word. */
  onClose: () => void;
  /** Enter was pressed early, and there is nothing to choose. */
  onNothing: () => void;
}

/** What can be mentioned, above the message box. The focus stays in the box, which refers to the active one. */
export function MentionList(props: MentionListProps) {
  const { sessionId, query, withServers, canAttach, listId, handle, onShow, field, entered, word } = props;
  const { onChoose, onLeave, onClose, onNothing } = props;
  const t = useT('mentions');
  const { items, listing, searching, more } = useMentionItems({ sessionId, query, withServers, canAttach });
  const [at, setAt] = useState({ query, index: 0 });
  const active = Math.min(at.query === query ? at.index : 0, items.length - 1);
  const activeId = items.length > 0 ? `${listId}-${active}` : null;
  const list = useRef<HTMLDivElement>(null);
  const point = (index: number) => setAt({ query, index });

  const said = items.length > 0 ? t('count', { count: items.length }) : listing ? t('listing') : '';
  const report = useEffectEvent(onShow);
  useEffect(() => {
    report({ active: activeId, said });
  }, [activeId, said]);
  useEffect(() => {
    if (activeId !== null) list.current?.querySelector(`[id="${activeId}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  useEffect(() => () => report({ active: null, said: '' }), []);

  const isKnown = !searching && !listing;
  const chooseLate = useEffectEvent(() => {
    const early = entered.current === query;
    entered.current = null;
    if (!early) return;
    if (items.length > 0) take(items[0], false);
    else onNothing();
  });
  useEffect(() => {
    if (isKnown) chooseLate();
  }, [isKnown]);

  useImperativeHandle(handle, () => ({
    onKeyDown(event) {
      const { key, nativeEvent, shiftKey, ctrlKey, metaKey, altKey } = event;
      // Ignores keys that an input method uses to end or move within a syllable.
      if (nativeEvent.isComposing || nativeEvent.keyCode === 229) return false;
      if (shiftKey || ctrlKey || metaKey || altKey) return false;
      if (key === 'Escape') onClose();
      else if (key === 'Enter' && !isKnown) entered.current = query;
      else if (items.length === 0) return false;
      else if (key === 'ArrowDown') point((active + 1) % items.length);
      else if (key === 'ArrowUp') point((active + items.length - 1) % items.length);
      else if (key === 'Enter' || key === 'Tab') take(items[active], key === 'Tab');
      else return false;
      event.preventDefault();
      return true;
    },
  }));

  function take(item: MentionItem | undefined, goesOn: boolean): void {
    if (!item) return;
    const { choice } = item;
    const { start, end } = word;
    const box = field.current;
    if (!box) return;
    if (choice.kind === 'attach') {
      onLeave();
      onChoose(choice, start, end);
    } else if (choice.kind === 'prompt') {
      const { text } = choice.prompt;
      const asksBack = placeholdersOf(text).length > 0;
      onClose();
      replaceText(box, start, end, asksBack ? '' : text);
      if (asksBack) onChoose(choice, start, end);
    } else if (goesOn && choice.mention.kind === 'folder') replaceText(box, start, end, choice.mention.token);
    else {
      const { token } = choice.mention;
      const spaced = /^\s/.test(box.value.slice(end));
      onClose();
      onChoose(choice, start, end);
      replaceText(box, start, end, spaced ? token : `${token} `);
    }
  }

  const label = (group: MentionGroup) => t(`group.${group}`);
  if (items.length === 0 && !listing) return null;
  return (
    <div className={css['popup']}>
      {items.length > 0 && (
        <div ref={list} id={listId} role="listbox" aria-label={t('list')} className={css['list']}>
          {groupsOf(items).map(({ group, first, own }) => (
            <div key={group} role="group" aria-labelledby={`${listId}-${group}`}>
              <div id={`${listId}-${group}`} className={css['heading']} role="presentation">
                {label(group)}
              </div>
              {own.map((item, index) => (
                <Option
                  key={item.key}
                  id={`${listId}-${first + index}`}
                  item={item}
                  active={first + index === active}
                  onPoint={() => point(first + index)}
                  onTake={() => take(item, false)}
                />
              ))}
            </div>
          ))}
        </div>
      )}
      {listing && <p className={css['note']}>{t('listing')}</p>}
      {more && <p className={css['note']}>{t('more')}</p>}
    </div>
  );
}

interface OptionProps {
  id: string;
  item: MentionItem;
  active: boolean;
  onPoint: () => void;
  onTake: () => void;
}

function Option({ id, item, active, onPoint, onTake }: OptionProps) {
  const Icon = ICONS[item.icon];
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- its keys are those of the message box, where the focus stays
    <div
      id={id}
      role="option"
      aria-selected={active}
      className={css['option']}
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={onPoint}
      onClick={onTake}
    >
      <Icon aria-hidden />
      <span className={css['name']}>{item.name}</span>
      {item.about !== '' && (
        <Fragment>
          <span className="visually-hidden">, </span>
          <span className={css['about']}>{item.about}</span>
        </Fragment>
      )}
    </div>
  );
}

function groupsOf(items: readonly MentionItem[]): { group: MentionGroup; first: number; own: MentionItem[] }[] {
  const groups: { group: MentionGroup; first: number; own: MentionItem[] }[] = [];
  for (const [index, item] of items.entries()) {
    const last = groups.at(-1);
    if (last?.group === item.group) last.own.push(item);
    else groups.push({ group: item.group, first: index, own: [item] });
  }
  return groups;
}
