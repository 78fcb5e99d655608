import type { MouseEvent, RefObject } from 'react';
import type { OutlinedFolder } from '#core/folder-tree.ts';
import type { SessionRow } from '#storage/rows.ts';
import { useFrame } from '#ui/shell/scene/frame-context.ts';
import { folderKey } from '#ui/shell/scene/line-key.ts';
import { extended, NONE_SELECTED, toggled, type Selection } from '#ui/shell/scene/selection.ts';
import { useListActions } from './use-list-actions.ts';

/** What clicks, keys and menus do to a line of the list. */
export interface LineActions {
  /** Opens a conversation, or selects it with the usual modifier keys. */
  open(session: SessionRow, event: MouseEvent): void;
  remove(session: SessionRow): void;
  archive(session: SessionRow): void;
  /** Ends the naming of a conversation. `null` keeps the title. */
  rename(session: SessionRow, title: string | null): void;
  /** Ends the naming of a folder. `null` keeps the name. */
  renameFolder(line: OutlinedFolder, name: string | null): void;
}

/** The conversations an action on a line applies to: all selected ones if the line is one of them. */
export function affectedBy(
  session: SessionRow,
  selected: ReadonlySet<string>,
  rows: readonly SessionRow[],
): readonly SessionRow[] {
  return selected.has(session.id) && selected.size > 1 ? rows.filter(({ id }) => selected.has(id)) : [session];
}

interface LineActionDeps {
  rowsRef: RefObject<readonly SessionRow[]>;
  /** The listed part of what is selected. */
  selection: Selection;
  /** Moves the focus to a line as soon as it is in the document. */
  focusNext: (key: string) => void;
}

export function useLineActions({ rowsRef, selection, focusNext }: LineActionDeps): LineActions {
  const { shown, organizing } = useFrame();
  const { select, edit, actions: order } = organizing;
  const actions = useListActions();

  /** Before its line goes, with all that an action applies to: the next line gets the focus, or the one before. */
  const leave = (session: SessionRow) => {
    const rows = rowsRef.current;
    const affected = affectedBy(session, selection.ids, rows);
    const gone = new Set(affected.map(({ id }) => id));
    const at = rows.findIndex(({ id }) => id === session.id);
    const next =
      rows.slice(at).find(({ id }) => !gone.has(id)) ?? rows.slice(0, at).findLast(({ id }) => !gone.has(id));
    if (next) focusNext(next.id);
    return { affected, next: next ?? null };
  };
  const leaveEdit = (key: string) => {
    focusNext(key);
    edit(null);
  };
  return {
    open(session, event) {
      const ids = rowsRef.current.map(({ id }) => id);
      if (event.ctrlKey || event.metaKey) select(toggled(selection, session.id));
      else if (event.shiftKey) select(extended(selection, ids, shown.listedId ?? session.id, session.id));
      else {
        select(NONE_SELECTED);
        actions.open(session);
      }
    },
    remove(session) {
      const { affected, next } = leave(session);
      select(NONE_SELECTED);
      actions.remove(affected, next);
    },
    archive(session) {
      actions.archive(leave(session).affected, true);
    },
    rename(session, title) {
      if (title !== null && title !== session.title) actions.rename(session, title);
      leaveEdit(session.id);
    },
    renameFolder({ folder }, name) {
      if (name && name !== folder.name) order.renameFolder(folder.id, name);
      leaveEdit(folderKey(folder.id));
    },
  };
}
