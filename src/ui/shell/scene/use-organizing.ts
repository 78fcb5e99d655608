import { useState } from 'react';
import type { OrganizeDialog } from '#ui/shared/organize/organize-dialogs.tsx';
import { useOrganizeActions, type OrganizeActions } from '#ui/shared/organize/use-organize-actions.ts';
import { createEarlyKeys, type EarlyKeys } from '#ui/kit/keyboard/early-keys.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { folderKey } from './line-key.ts';
import { NONE_SELECTED, type Selection } from './selection.ts';

/** What the user is doing to the list of conversations. */
export interface Organizing {
  actions: OrganizeActions;
  selected: Selection;
  select: (selection: Selection) => void;
  /** Key of the line that is being renamed. */
  editing: string | null;
  edit: (key: string | null) => void;
  dialog: OrganizeDialog | null;
  openDialog: (dialog: OrganizeDialog | null) => void;
  /** Creates a folder, which is then named in place. */
  newFolder: (parent: string | null) => void;
  /** What is typed before the field for its name is there. */
  early: EarlyKeys;
}

export function useOrganizing(): Organizing {
  const t = useT('organize');
  const actions = useOrganizeActions();
  const [selected, select] = useState(NONE_SELECTED);
  const [editing, edit] = useState<string | null>(null);
  const [dialog, openDialog] = useState<OrganizeDialog | null>(null);
  const [early] = useState(createEarlyKeys);
  const create = async (parent: string | null) => {
    early.begin(() => early.abandon());
    const made = await actions.createFolder(t('newFolder'), parent);
    if (made) edit(folderKey(made.id));
    else early.abandon();
  };
  return {
    actions: {
      ...actions,
      move(some, folder) {
        // Conversations that move elsewhere are no longer selected.
        if (some.some(({ id }) => selected.ids.has(id))) select(NONE_SELECTED);
        actions.move(some, folder);
      },
    },
    selected,
    select,
    editing,
    edit,
    dialog,
    openDialog,
    newFolder: (parent) => void create(parent),
    early,
  };
}
