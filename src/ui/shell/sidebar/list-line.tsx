import { memo, type CSSProperties } from 'react';
import { reuseEqual } from '#core/reuse-equal.ts';
import { formatMonth } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { ArchiveRow, FolderRow } from './folder-row.tsx';
import type { ListItem } from './list-items.ts';
import { useListScene } from './list-scene.ts';
import { SessionRow, type LineActivity } from './session-row.tsx';
import css from './session-list.module.css';

interface ListLineProps {
  item: ListItem;
  /** Where it begins in the list, and its height, in pixels. */
  start: number;
  size: number;
  /** Of a conversation. */
  activity: LineActivity | null;
}

/** One line of the list: a heading, the archive, a folder, or a conversation. Renders when what it shows has changed. */
export const ListLine = memo(function ListLine({ item, start, size, activity }: ListLineProps) {
  const style = { transform: `translateY(${start}px)`, height: size };
  if (item.kind === 'heading') return <Heading of={item.of} style={style} />;
  if (item.kind === 'archive') return <ArchiveRow item={item} style={style} />;
  if (item.kind === 'folder') return <FolderRow item={item} style={style} />;
  return <SessionRow session={item.session} depth={item.depth} activity={activity} style={style} />;
}, isSameLine);

function isSameLine(before: ListLineProps, { item, start, size, activity }: ListLineProps): boolean {
  const inPlace = before.start === start && before.size === size;
  return inPlace && before.activity === activity && reuseEqual(before.item, item) === before.item;
}

function Heading({ of, style }: { of: (ListItem & { kind: 'heading' })['of']; style: CSSProperties }) {
  const t = useT('frame');
  const tOrganize = useT('organize');
  const language = useLanguage();
  const { now } = useListScene();
  return (
    <h3 className={css['group']} style={style}>
      {of.kind === 'folders' || of.kind === 'archived'
        ? tOrganize(of.kind)
        : of.kind === 'month'
          ? formatMonth(of.at, now, language)
          : t(`group.${of.kind}`)}
    </h3>
  );
}
