import { useVirtualizer } from '@tanstack/react-virtual';
import { Search } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { outlineLines, unfolded, type OutlineLine } from '#core/outline/outline-lines.ts';
import type { SessionRow } from '#storage/rows.ts';
import { Modal } from '#ui/kit/controls/modal.tsx';
import { useHeads, type KnownHeads } from '#ui/data/use-heads.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useChatScene } from '#ui/features/conversation/scene/chat-context.ts';
import { useErrorMessage } from '#ui/shared/errors/use-error-message.ts';
import { OutlineRow } from './outline-row.tsx';
import { useOutlineKeys } from './use-outline-keys.ts';
import css from './outline.module.css';

interface OutlineProps {
  session: SessionRow;
  known: KnownHeads;
  /** The message in view. */
  here: string | null;
  onGoTo: (messageId: string) => void;
  onClose: () => void;
}

const LINE = 30;
const PAGE = 10;

/** The full conversation at a glance: one line for every message of every branch, to search and jump to. */
export function Outline({ session, known, here, onGoTo, onClose }: OutlineProps) {
  const t = useT('outline');
  const words = useErrorMessage();
  const { describe } = useChatScene();
  const { heads, reading, error } = useHeads(session, known);
  const [filter, setFilter] = useState('');
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<string | null>(null);
  const name = useId();
  const field = useRef<HTMLInputElement>(null);
  const tree = useRef<HTMLDivElement>(null);

  const all = useMemo(() => outlineLines(heads, session.leafId), [heads, session.leafId]);
  const query = filter.trim().toLocaleLowerCase();
  const lines = useMemo(() => {
    if (query === '') return unfolded(all, folded);
    const label = (line: OutlineLine) => (line.origin ? describe(line.origin).label : '');
    return all.filter((line) => `${line.words}\n${label(line)}`.toLocaleLowerCase().includes(query));
  }, [all, folded, query, describe]);
  const hereLine = useMemo(() => all.find(({ ids }) => here !== null && ids.includes(here))?.id ?? null, [all, here]);
  const at = lines.findIndex(({ id }) => id === (chosen ?? hereLine));
  const active = at >= 0 ? at : query === '' ? lines.length - 1 : 0;

  // oxlint-disable-next-line react/incompatible-library -- its functions are never passed to memoized children
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: lines.length,
    getScrollElement: () => tree.current,
    getItemKey: (index) => lines[index]?.id ?? index,
    estimateSize: () => LINE,
    overscan: 12,
  });
  // Scrolls to the current message once it is known; later only to the line that the keys select.
  const placed = useRef(false);
  useEffect(() => {
    if (placed.current || lines.length === 0) return;
    placed.current = true;
    virtualizer.scrollToIndex(active, { align: 'center' });
    tree.current?.focus({ preventScroll: true });
  }, [lines.length, active, virtualizer]);

  const move = (index: number) => {
    const line = lines[index];
    if (!line) return;
    setChosen(line.id);
    virtualizer.scrollToIndex(index, { align: 'auto' });
  };
  const fold = (id: string, now: boolean) => {
    setFolded((before) => {
      const next = new Set(before);
      if (now) next.add(id);
      else next.delete(id);
      return next;
    });
  };
  const goTo = (line: OutlineLine) => onGoTo(line.id);
  const onKeys = useOutlineKeys({ lines, active, folded, page: PAGE, onMove: move, onFold: fold, onGoTo: goTo });
  const onFieldKeys = (event: KeyboardEvent) => {
    const line = lines[active];
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && line) goTo(line);
    else if (event.key === 'ArrowDown') tree.current?.focus();
    else if (event.key === 'Escape' && filter !== '') {
      setFilter('');
      event.stopPropagation();
    } else return;
    event.preventDefault();
  };

  const status = error
    ? words(error)
    : reading !== null
      ? t('read', { count: reading })
      : all.length === 0
        ? t('empty')
        : query !== '' && lines.length === 0
          ? t('none')
          : query === ''
            ? t('count', { count: heads.length })
            : t('found', { count: lines.length, of: all.length });
  return (
    <Modal open wide onOpenChange={(now) => !now && onClose()} title={t('title')}>
      <div className={css['search']}>
        <Search aria-hidden />
        <input
          ref={field}
          value={filter}
          placeholder={t('filter')}
          aria-label={t('filter')}
          aria-controls={name}
          spellCheck={false}
          onChange={(event) => {
            setFilter(event.target.value);
            setChosen(null);
          }}
          onKeyDown={onFieldKeys}
        />
        <output className={css['status']}>{status}</output>
      </div>
      <div
        ref={tree}
        id={name}
        className={css['tree']}
        role="tree"
        tabIndex={0}
        aria-label={t('tree')}
        aria-busy={reading !== null}
        {...(lines[active] && { 'aria-activedescendant': `${name}-${lines[active].id}` })}
        onKeyDown={onKeys}
      >
        <div className={css['sizer']} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, key, start }) => {
            const line = lines[index];
            return line ? (
              <OutlineRow
                key={key}
                id={`${name}-${line.id}`}
                line={line}
                top={start}
                place={{ at: index + 1, of: lines.length }}
                flat={query !== ''}
                active={index === active}
                here={line.id === hereLine}
                folded={folded.has(line.id)}
                onFold={fold}
                onGoTo={goTo}
              />
            ) : null;
          })}
        </div>
      </div>
      <p className={css['hint']}>{t('hint')}</p>
    </Modal>
  );
}
