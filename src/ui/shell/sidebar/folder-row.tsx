import { Menu } from '@base-ui/react/menu';
import { ChevronRight, Ellipsis } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { OutlinedFolder } from '#core/folder-tree.ts';
import { NameInput } from '#ui/kit/controls/name-input.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import row from './session-row.module.css';
import css from './folder-row.module.css';

interface SectionRowProps {
  name: string;
  depth: number;
  count: number;
  open: boolean;
  tabStop: boolean;
  onToggle: () => void;
}

/** A line that shows and hides the lines below it: a heading with a button, at the level of its depth. */
export function SectionRow({ name, depth, count, open, tabStop, onToggle }: SectionRowProps) {
  const order = useT('organize');
  const Heading = HEADINGS[depth - 1] ?? 'h3';
  return (
    <Heading className={css['heading']} data-depth={depth - 1}>
      <button
        type="button"
        className={`${row['link']} ${css['toggle']}`}
        data-stop
        tabIndex={tabStop ? 0 : -1}
        aria-expanded={open}
        aria-label={`${name}, ${order('folder.count', { count })}`}
        title={name}
        onClick={onToggle}
      >
        <ChevronRight className={css['chevron']} aria-hidden />
        <span className={row['title']}>{name}</span>
        <span className={css['count']}>{count}</span>
      </button>
    </Heading>
  );
}

const HEADINGS = ['h3', 'h4', 'h5'] as const;

interface FolderRowProps {
  id: string;
  line: OutlinedFolder;
  count: number;
  open: boolean;
  style: CSSProperties;
  menu: Menu.Handle<OutlinedFolder>;
  tabStop: boolean;
  editing: boolean;
  /** The dragged item would be dropped here. */
  over: boolean;
  onToggle: () => void;
  /** `null` keeps the name. */
  onRename: (name: string | null) => void;
}

export function FolderRow(props: FolderRowProps) {
  const { id, line, count, open, style, menu, tabStop, editing, over, onToggle, onRename } = props;
  const order = useT('organize');
  const { folder, depth } = line;
  return (
    <div
      className={row['row']}
      style={style}
      data-item={id}
      data-folder={folder.id}
      data-over={over || undefined}
      draggable={!editing}
    >
      {editing ? (
        <NameInput
          className={css['input']}
          title={folder.name}
          placeholder={order('newFolder')}
          label={order('folderName')}
          onDone={onRename}
        />
      ) : (
        <>
          <SectionRow
            name={folder.name}
            depth={depth}
            count={count}
            open={open}
            tabStop={tabStop}
            onToggle={onToggle}
          />
          <Menu.Trigger
            handle={menu}
            payload={line}
            id={`menu-folder-${folder.id}`}
            className={row['more']}
            tabIndex={tabStop ? 0 : -1}
            aria-label={order('folderMenu', { name: folder.name })}
          >
            <Ellipsis aria-hidden />
          </Menu.Trigger>
        </>
      )}
    </div>
  );
}
