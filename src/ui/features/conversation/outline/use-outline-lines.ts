import { useMemo, useReducer } from 'react';
import { outlineLines, unfolded, type OutlineLine } from '#core/outline/outline-lines.ts';
import { withoutGone } from '#core/normalize/base/deletions.ts';
import type { SessionRow } from '#storage/rows.ts';
import { useHeads, type KnownHeads } from '#ui/data/use-heads.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useErrorMessage } from '#ui/shared/errors/use-error-message.ts';
import { useChatScene, useUserMarks } from '#ui/features/conversation/scene/chat-context.ts';

interface OutlineView {
  filter: string;
  /** Ids of the lines whose branches are hidden. */
  folded: ReadonlySet<string>;
  /** Id of the line that the keys selected; `null` until they do. */
  chosen: string | null;
}

const UNTOUCHED: OutlineView = { filter: '', folded: new Set(), chosen: null };

type OutlineChange =
  | { kind: 'filter'; text: string }
  | { kind: 'choose'; id: string }
  | { kind: 'fold'; id: string; folded: boolean };

function change(view: OutlineView, by: OutlineChange): OutlineView {
  if (by.kind === 'filter') return { ...view, filter: by.text, chosen: null };
  if (by.kind === 'choose') return { ...view, chosen: by.id };
  const folded = new Set(view.folded);
  if (by.folded) folded.add(by.id);
  else folded.delete(by.id);
  return { ...view, folded };
}

/** The lines of the outline as filtered and folded now. */
export interface OutlineLines {
  lines: readonly OutlineLine[];
  filter: string;
  /** The lines are what the filter found, without their places in the tree. */
  flat: boolean;
  folded: ReadonlySet<string>;
  /** Index of the line that the keys act on. */
  active: number;
  /** Id of the line of the message in view. */
  here: string | null;
  busy: boolean;
  /** How many there are, or why there are none. */
  status: string;
  dispatch: (by: OutlineChange) => void;
}

export function useOutlineLines(session: SessionRow, known: KnownHeads, hereId: string | null): OutlineLines {
  const t = useT('outline');
  const messageOf = useErrorMessage();
  const { describe } = useChatScene();
  const { deleted } = useUserMarks();
  const { heads: stored, reading, error } = useHeads(session, known);
  const { nodes: heads, nearest } = useMemo(() => withoutGone(stored, deleted), [stored, deleted]);
  const [{ filter, folded, chosen }, dispatch] = useReducer(change, UNTOUCHED);

  const all = useMemo(() => outlineLines(heads, nearest(session.leafId)), [heads, nearest, session.leafId]);
  const query = filter.trim().toLocaleLowerCase();
  const lines = useMemo(() => {
    if (query === '') return unfolded(all, folded);
    const label = (line: OutlineLine) => (line.origin ? describe(line.origin).label : '');
    return all.filter((line) => `${line.excerpt}\n${label(line)}`.toLocaleLowerCase().includes(query));
  }, [all, folded, query, describe]);
  const here = useMemo(() => all.find(({ ids }) => hereId !== null && ids.includes(hereId))?.id ?? null, [all, hereId]);
  const at = lines.findIndex(({ id }) => id === (chosen ?? here));
  const flat = query !== '';

  const status = (): string => {
    if (error) return messageOf(error);
    if (reading !== null) return t('read', { count: reading });
    if (all.length === 0) return t('empty');
    if (!flat) return t('count', { count: heads.length });
    return lines.length === 0 ? t('none') : t('found', { count: lines.length, of: all.length });
  };
  return {
    lines,
    filter,
    flat,
    folded,
    active: at >= 0 ? at : flat ? 0 : lines.length - 1,
    here,
    busy: reading !== null,
    status: status(),
    dispatch,
  };
}
