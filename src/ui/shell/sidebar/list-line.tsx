import type { Menu } from '@base-ui/react/menu';
import type { CSSProperties, MouseEvent } from 'react';
import type { OutlinedFolder } from '#core/folder-tree.ts';
import type { SessionRow as Row } from '#storage/rows.ts';
import { formatMonth } from '#ui/kit/i18n/format.ts';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { FolderRow, SectionRow } from './folder-row.tsx';
import type { ListItem } from './list-items.ts';
import { SessionRow } from './session-row.tsx';
import css from './session-list.module.css';
import rowCss from './session-row.module.css';

/** What all lines share. */
export interface LineScene {
  now: number;
  currentId: string | null;
  tabStop: string | null;
  editing: string | null;
  /** The folder under the dragged line. */
  over: string | null | undefined;
  selected: ReadonlySet<string>;
  running: ReadonlySet<string>;
  finished: ReadonlySet<string>;
  menu: Menu.Handle<Row>;
  folderMenu: Menu.Handle<OutlinedFolder>;
  onOpen: (session: Row, event: MouseEvent) => void;
  onToggle: (item: ListItem) => void;
  /** `title` is `null` when the user left the name as it was. */
  onRename: (session: Row, title: string | null) => void;
  onRenameFolder: (line: OutlinedFolder, key: string, name: string | null) => void;
}

interface ListLineProps {
  item: ListItem;
  scene: LineScene;
  style: CSSProperties;
}

/** One line of the list: a heading, the archive, a folder, or a conversation. */
export function ListLine({ item, scene, style }: ListLineProps) {
  const t = useT('frame');
  const words = useT('organize');
  const language = useLanguage();
  if (item.kind === 'heading') {
    const { of } = item;
    return (
      <h3 className={css['group']} style={style}>
        {of.kind === 'folders' || of.kind === 'archived'
          ? words(of.kind)
          : of.kind === 'month'
            ? formatMonth(of.at, scene.now, language)
            : t(`group.${of.kind}`)}
      </h3>
    );
  }
  if (item.kind === 'archive') {
    return (
      <div className={rowCss['row']} style={style} data-item={item.key}>
        <SectionRow
          name={words('archived')}
          depth={1}
          count={item.count}
          open={item.open}
          tabStop={item.key === scene.tabStop}
          onToggle={() => scene.onToggle(item)}
        />
      </div>
    );
  }
  if (item.kind === 'folder') {
    return (
      <FolderRow
        style={style}
        id={item.key}
        line={item.line}
        count={item.count}
        open={item.open}
        menu={scene.folderMenu}
        tabStop={item.key === scene.tabStop}
        editing={item.key === scene.editing}
        over={scene.over === item.line.folder.id}
        onToggle={() => scene.onToggle(item)}
        onRename={(name) => scene.onRenameFolder(item.line, item.key, name)}
      />
    );
  }
  const { session } = item;
  return (
    <SessionRow
      style={style}
      session={session}
      depth={item.depth}
      selected={scene.selected.has(session.id)}
      menu={scene.menu}
      current={session.id === scene.currentId}
      tabStop={session.id === scene.tabStop}
      running={scene.running.has(session.id)}
      finished={scene.finished.has(session.id)}
      editing={session.id === scene.editing}
      onOpen={(event) => scene.onOpen(session, event)}
      onRename={(title) => scene.onRename(session, title)}
    />
  );
}
