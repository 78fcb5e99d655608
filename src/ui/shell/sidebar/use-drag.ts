import { useRef, useState, type DragEvent } from 'react';
import type { OutlinedFolder } from '#core/folder-tree.ts';
import type { ListItem } from './list-items.ts';

/** The dragged item: a folder, or conversations. */
export type Dragged = { folder: string } | { sessions: readonly string[] };

interface Drag {
  /** The folder to drop into; `null` removes from all folders; `undefined` means no effect. */
  over: string | null | undefined;
  handlers: {
    onDragStart(event: DragEvent): void;
    onDragOver(event: DragEvent): void;
    onDragLeave(event: DragEvent): void;
    onDrop(event: DragEvent): void;
    onDragEnd(): void;
  };
}

interface DragOptions {
  items: readonly ListItem[];
  /** Dragged together when one of them is. */
  selected: ReadonlySet<string>;
  mayDrop(dragged: Dragged, folder: string | null): boolean;
  onDrop(dragged: Dragged, folder: string | null): void;
}

/** Moves items by dragging. The menus offer the same for keyboard users. */
export function useDrag({ items, selected, mayDrop, onDrop }: DragOptions): Drag {
  const dragged = useRef<Dragged | null>(null);
  const [over, setOver] = useState<string | null | undefined>();

  /** The drop target: the folder itself, the folder of a conversation, or the top level. */
  const targetOf = (event: DragEvent): string | null => {
    const key = event.target instanceof Element ? event.target.closest('[data-item]')?.getAttribute('data-item') : null;
    const at = items.findIndex((item) => item.key === key);
    const item = items[at];
    if (item?.kind === 'folder') return item.line.folder.id;
    if (item?.kind !== 'row' || item.depth === 0) return null;
    const above = items
      .slice(0, at)
      .findLast(
        (one): one is ListItem & { kind: 'folder'; line: OutlinedFolder } =>
          one.kind === 'folder' && one.line.folder.id === item.session.folder,
      );
    return above?.line.folder.id ?? null;
  };
  const end = () => {
    dragged.current = null;
    setOver(undefined);
  };

  return {
    over,
    handlers: {
      onDragStart(event) {
        const target = event.target instanceof Element ? event.target : null;
        const session = target?.closest('[data-session]')?.getAttribute('data-session') ?? null;
        const folder = target?.closest('[data-folder]')?.getAttribute('data-folder') ?? null;
        if (session === null && folder === null) return;
        const sessions = session !== null && selected.has(session) ? [...selected] : [session ?? ''];
        dragged.current = folder === null ? { sessions } : { folder };
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', target?.textContent ?? '');
      },
      onDragOver(event) {
        if (!dragged.current) return;
        const target = targetOf(event);
        const may = mayDrop(dragged.current, target);
        setOver(may ? target : undefined);
        if (!may) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'move';
      },
      onDragLeave(event) {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)))
          setOver(undefined);
      },
      onDrop(event) {
        const target = targetOf(event);
        if (!dragged.current || !mayDrop(dragged.current, target)) return;
        event.preventDefault();
        onDrop(dragged.current, target);
        end();
      },
      onDragEnd: end,
    },
  };
}
