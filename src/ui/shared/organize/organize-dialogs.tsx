import { Folder, FolderMinus, Hash } from 'lucide-react';
import { mayMoveFolder, type OutlinedFolder } from '#core/folder-tree.ts';
import type { SessionRow } from '#storage/rows.ts';
import { normalizeTag, countTags, hasTag, sameTag } from '#storage/session-tags.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { ProjectDialog } from '#ui/shared/projects/project-dialog.tsx';
import { ChoiceDialog, type Choice } from './choice-dialog.tsx';
import { TagsDialog } from './tags-dialog.tsx';
import type { OrganizeActions } from './use-organize-actions.ts';

/** The dialog to show. Conversations are given by id, because they change while the dialog is open. */
export type OrganizeDialog =
  | { kind: 'move'; sessions: readonly string[] }
  | { kind: 'moveFolder'; folder: string }
  | { kind: 'project'; folder: string }
  | { kind: 'tag'; sessions: readonly string[] }
  | { kind: 'tags' };

interface OrderDialogsProps {
  /** `null` while none is open. */
  dialog: OrganizeDialog | null;
  onClose: () => void;
  sessions: readonly SessionRow[];
  folders: readonly OutlinedFolder[];
  actions: OrganizeActions;
}

const OUTSIDE = 'outside';

/** The dialogs for organizing conversations. Each starts fresh when it opens. */
export function OrganizeDialogs({ dialog, onClose, sessions, folders, actions }: OrderDialogsProps) {
  const chosen = (ids: readonly string[]) => sessions.filter(({ id }) => ids.includes(id));
  if (dialog?.kind === 'tag') {
    return <TagDialog onClose={onClose} chosen={chosen(dialog.sessions)} sessions={sessions} actions={actions} />;
  }
  if (dialog?.kind === 'project') return <ProjectDialog folderId={dialog.folder} onClose={onClose} />;
  if (dialog?.kind === 'tags') return <TagsDialog onClose={onClose} sessions={sessions} actions={actions} />;
  if (dialog?.kind === 'move') {
    return <MoveDialog onClose={onClose} chosen={chosen(dialog.sessions)} folders={folders} actions={actions} />;
  }
  const line = dialog && folders.find(({ folder }) => folder.id === dialog.folder);
  return line && <MoveFolderDialog onClose={onClose} line={line} folders={folders} actions={actions} />;
}

interface MoveDialogProps extends Pick<OrderDialogsProps, 'onClose' | 'folders' | 'actions'> {
  chosen: readonly SessionRow[];
}

function MoveDialog({ onClose, chosen, folders, actions }: MoveDialogProps) {
  const t = useT('organize');
  const existing = new Set(folders.map(({ folder }) => folder.id));
  const places = new Set(chosen.map(({ folder }) => (folder !== undefined && existing.has(folder) ? folder : null)));
  const here = (id: string | null) => (places.size === 1 && places.has(id) ? { note: t('moveHere') } : {});
  const choices = folders.map((line) => ({ ...choiceOf(line), ...here(line.folder.id) }));
  const outside = { key: OUTSIDE, label: t('folder.outside'), icon: <FolderMinus />, ...here(null) };
  return (
    <ChoiceDialog
      open
      onClose={onClose}
      title={t('moveTitle', { count: chosen.length })}
      placeholder={t('movePlaceholder')}
      none={t('noFolders')}
      choices={places.size === 1 && places.has(null) ? choices : [...choices, outside]}
      onChoose={(key) => {
        const line = folders.find(({ folder }) => folder.id === key);
        actions.move(chosen, line?.folder ?? null);
        return true;
      }}
      create={(text) => {
        const name = text.trim();
        if (folders.some(({ folder, depth }) => depth === 1 && folder.name === name)) return null;
        return {
          label: t('moveCreate', { name }),
          run: () => {
            void actions.createFolder(name, null).then((folder) => folder && actions.move(chosen, folder));
            return true;
          },
        };
      }}
    />
  );
}

function choiceOf({ folder, depth, path }: OutlinedFolder): Choice {
  return { key: folder.id, label: folder.name, keywords: path.join(' '), depth, icon: <Folder /> };
}

interface MoveFolderDialogProps extends Pick<OrderDialogsProps, 'onClose' | 'folders' | 'actions'> {
  line: OutlinedFolder;
}

function MoveFolderDialog({ onClose, line, folders, actions }: MoveFolderDialogProps) {
  const t = useT('organize');
  const { id, name, parent } = line.folder;
  const all = folders.map(({ folder }) => folder);
  const choices = folders
    .filter(({ folder }) => folder.id !== parent && mayMoveFolder(all, id, folder.id))
    .map(choiceOf);
  const outside = { key: OUTSIDE, label: t('folder.outside'), icon: <FolderMinus /> };
  return (
    <ChoiceDialog
      open
      onClose={onClose}
      title={t('moveFolderTitle', { name })}
      placeholder={t('movePlaceholder')}
      none={t('noFolders')}
      choices={parent === null ? choices : [...choices, outside]}
      onChoose={(key) => {
        const to = all.find((folder) => folder.id === key);
        actions.moveFolder(id, to?.id ?? null, to?.name ?? t('folder.outside'));
        return true;
      }}
      create={(text) => {
        const made = text.trim();
        return {
          label: t('moveCreate', { name: made }),
          run: () => {
            void actions
              .createFolder(made, null)
              .then((folder) => folder && actions.moveFolder(id, folder.id, folder.name));
            return true;
          },
        };
      }}
    />
  );
}

interface TagDialogProps extends Pick<OrderDialogsProps, 'onClose' | 'sessions' | 'actions'> {
  chosen: readonly SessionRow[];
}

function TagDialog({ onClose, chosen, sessions, actions }: TagDialogProps) {
  const t = useT('organize');
  const counts = countTags(sessions);
  const stateOf = (tag: string): Choice['state'] => {
    const having = chosen.filter(({ tags }) => hasTag(tags, tag)).length;
    return having === 0 ? undefined : having === chosen.length ? 'all' : 'some';
  };
  const choices = counts.map(({ tag, count }): Choice => {
    const state = stateOf(tag);
    return { key: tag, label: tag, keywords: `#${tag}`, icon: <Hash />, note: String(count), ...(state && { state }) };
  });
  return (
    <ChoiceDialog
      open
      onClose={onClose}
      title={t('tagTitle', { count: chosen.length })}
      placeholder={t('tagPlaceholder')}
      none={t('noTags')}
      choices={choices}
      onChoose={(tag) => {
        if (stateOf(tag) === 'all') actions.removeTag(chosen, tag);
        else actions.addTag(chosen, tag);
        return false;
      }}
      create={(text) => {
        const tag = normalizeTag(text);
        if (tag === '' || counts.some((one) => sameTag(one.tag, tag))) return null;
        return {
          label: t('tagCreate', { tag }),
          run: () => {
            actions.addTag(chosen, tag);
            return false;
          },
        };
      }}
      footer={<Button onClick={onClose}>{t('done')}</Button>}
    />
  );
}
