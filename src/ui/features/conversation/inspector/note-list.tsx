import { useT } from '#ui/kit/i18n/use-t.ts';
import type { NoteGroup } from './read-notes.ts';
import { hasOwnDetail, isKnownRule } from './rules.ts';
import css from './note-list.module.css';

interface NoteListProps {
  groups: readonly NoteGroup[];
  /** Shows the reason under each line. */
  reasons?: boolean;
  /** The rule to highlight. */
  marked?: string | null;
  /** Describes a location, such as the start of a message. */
  place?: (messageId: string) => string | null;
  /** Goes to it. */
  onShow?: (messageId: string) => void;
}

/** The changes in words: one line per rule, with the count and the reason. */
export function NoteList({ groups, reasons = false, marked = null, place, onShow }: NoteListProps) {
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
          {reasons && place && <Places group={group} place={place} onShow={onShow} />}
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

const MAX_PLACES = 6;

interface PlacesProps {
  group: NoteGroup;
  place: (messageId: string) => string | null;
  onShow: ((messageId: string) => void) | undefined;
}

/** The locations: the starts of the messages, and the engine's details for each. */
function Places({ group, place, onShow }: PlacesProps) {
  const t = useT('report');
  const places = new Map<string, { text: string; leads: string | null }>();
  for (const { message, detail } of group.notes) {
    const where = message === undefined ? null : place(message);
    const parts = [where, hasOwnDetail(group.rule) ? (detail ?? null) : null].filter((one) => one !== null);
    const leads = where === null ? null : (message ?? null);
    const line = parts.join(' · ');
    if (line !== '') places.set(`${leads} ${line}`, { text: line, leads });
  }
  if (places.size === 0) return null;
  const shown = [...places].slice(0, MAX_PLACES);
  return (
    <ul className={css['places']}>
      {shown.map(([key, { text, leads }]) => (
        <li key={key}>
          {leads === null || !onShow ? (
            text
          ) : (
            <button
              type="button"
              className={css['place']}
              aria-label={t('showPlace', { text })}
              onClick={() => onShow(leads)}
            >
              {text}
            </button>
          )}
        </li>
      ))}
      {places.size > shown.length && <li>{t('morePlaces', { count: places.size - shown.length })}</li>}
    </ul>
  );
}
