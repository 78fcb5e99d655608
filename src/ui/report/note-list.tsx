import { useT } from '#ui/i18n/use-t.ts';
import type { NoteGroup } from './read-notes.ts';
import { hasOwnDetail, isKnownRule } from './rules.ts';
import css from './note-list.module.css';

interface NoteListProps {
  groups: readonly NoteGroup[];
  /** With the reason under each. */
  reasons?: boolean;
  /** The rule that was asked about. */
  marked?: string | null;
  /** Says where, such as the beginning of a message. */
  place?: (messageId: string) => string | null;
}

/** What was changed, in words: one line for each rule, how often, and why. */
export function NoteList({ groups, reasons = false, marked = null, place }: NoteListProps) {
  return (
    <ul className={css['list']}>
      {groups.map((group) => (
        <li
          key={group.rule}
          className={css['item']}
          data-effect={group.effect}
          data-marked={group.rule === marked || undefined}
        >
          <RuleWords group={group} reasons={reasons} />
          {reasons && place && <Places group={group} place={place} />}
        </li>
      ))}
    </ul>
  );
}

function RuleWords({ group, reasons }: { group: NoteGroup; reasons: boolean }) {
  const t = useT('report');
  const { rule, notes } = group;
  const count = notes.length;
  if (!isKnownRule(rule)) return <p className={css['what']}>{t('unknownRule', { rule, count })}</p>;
  return (
    <>
      <p className={css['what']}>{t(`rule.${rule}`, { count })}</p>
      {reasons && <p className={css['why']}>{t(`why.${rule}`)}</p>}
    </>
  );
}

const MOST_PLACES = 6;

/** Where: the beginnings of the messages, and what the engine wrote down about each. */
function Places({ group, place }: { group: NoteGroup; place: (messageId: string) => string | null }) {
  const t = useT('report');
  const places = new Set<string>();
  for (const { message, detail } of group.notes) {
    const words = [
      message === undefined ? null : place(message),
      hasOwnDetail(group.rule) ? (detail ?? null) : null,
    ].filter((one) => one !== null);
    if (words.length > 0) places.add(words.join(' · '));
  }
  if (places.size === 0) return null;
  const shown = [...places].slice(0, MOST_PLACES);
  return (
    <ul className={css['places']}>
      {shown.map((words) => (
        <li key={words}>{words}</li>
      ))}
      {places.size > shown.length && <li>{t('morePlaces', { count: places.size - shown.length })}</li>}
    </ul>
  );
}
