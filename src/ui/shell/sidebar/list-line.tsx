import type { CSSProperties } from 'react';
import { formatMonth } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { ArchiveRow, FolderRow } from './folder-row.tsx';
import type { ListItem } from './list-items.ts';
import { useListScene } from './list-scene.ts';
import { SessionRow } from './session-row.tsx';
import css from './session-list.module.css';

interface ListLineProps {
  item: ListItem;
  style: CSSProperties;
}

/** One line of the list: a heading, the archive, a folder, or a conversation. */
export function ListLine({ item, style }: ListLineProps) {
  if (item.kind === 'heading') return <Heading of={item.of} style={style} />;
  if (item.kind === 'archive') return <ArchiveRow item={item} style={style} />;
  if (item.kind === 'folder') return <FolderRow item={item} style={style} />;
  return <SessionRow session={item.session} depth={item.depth} style={style} />;
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
