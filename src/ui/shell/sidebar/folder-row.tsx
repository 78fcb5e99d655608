import { Menu } from '@base-ui/react/menu';
import { ChevronRight, Ellipsis } from 'lucide-react';
import type { CSSProperties } from 'react';
import { NameInput } from '#ui/kit/controls/name-input.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useFrame } from '#ui/shell/scene/frame-context.ts';
import type { ListItem } from './list-items.ts';
import { useListScene } from './list-scene.ts';
import row from './session-row.module.css';
import css from './folder-row.module.css';

type Folding = ListItem & { kind: 'folder' | 'archive' };

const HEADINGS = ['h3', 'h4', 'h5'] as const;

interface SectionHeadingProps {
  item: Folding;
  name: string;
  depth: number;
}

/** Shows and hides the lines below it: a heading with a button, at the level of its depth. */
function SectionHeading({ item, name, depth }: SectionHeadingProps) {
  const order = useT('organize');
  const { tabStop, toggle } = useListScene();
  const Heading = HEADINGS[depth - 1] ?? 'h3';
  return (
    <Heading className={css['heading']} data-depth={depth - 1}>
      <button
        type="button"
        className={`${row['link']} ${css['toggle']}`}
        data-stop
        tabIndex={item.key === tabStop ? 0 : -1}
        aria-expanded={item.open}
        aria-label={`${name}, ${order('folder.count', { count: item.count })}`}
        title={name}
        onClick={() => toggle(item)}
      >
        <ChevronRight className={css['chevron']} aria-hidden />
        <span className={row['title']}>{name}</span>
        <span className={css['count']} data-count={item.count} aria-hidden />
      </button>
    </Heading>
  );
}

interface RowProps<Kind extends Folding['kind']> {
  item: ListItem & { kind: Kind };
  style: CSSProperties;
}

/** The line that shows and hides the archive. */
export function ArchiveRow({ item, style }: RowProps<'archive'>) {
  const order = useT('organize');
  return (
    <div className={row['row']} style={style} data-item={item.key}>
      <SectionHeading item={item} name={order('archived')} depth={1} />
    </div>
  );
}

export function FolderRow({ item, style }: RowProps<'folder'>) {
  const { folder, depth } = item.line;
  const order = useT('organize');
  const { organizing } = useFrame();
  const { over, tabStop, folderMenu, lines } = useListScene();
  const editing = item.key === organizing.editing;
  return (
    <div
      className={row['row']}
      style={style}
      data-item={item.key}
      data-folder={folder.id}
      data-over={over === folder.id || undefined}
      draggable={!editing}
    >
      {editing ? (
        <NameInput
          early={organizing.early}
          className={row['input']}
          title={folder.name}
          placeholder={order('newFolder')}
          label={order('folderName')}
          onDone={(name) => lines.renameFolder(item.line, name)}
        />
      ) : (
        <>
          <SectionHeading item={item} name={folder.name} depth={depth} />
          <Menu.Trigger
            handle={folderMenu}
            payload={item.line}
            id={`menu-folder-${folder.id}`}
            className={row['more']}
            tabIndex={item.key === tabStop ? 0 : -1}
            aria-label={order('folderMenu', { name: folder.name })}
          >
            <Ellipsis aria-hidden />
          </Menu.Trigger>
        </>
      )}
    </div>
  );
}
