import { useMemo } from 'react';
import type { OutlinedFolder } from '#core/folder-tree.ts';
import type { UndoableChange } from '#flows/organize/organize-flows.ts';
import type { FolderRow, SessionRow } from '#storage/rows.ts';
import { useServices } from '#ui/data/services.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { type ToastOptions, useToast } from '#ui/kit/toasts/use-toast.ts';
import { useErrorMessage } from '#ui/shared/errors/use-error-message.ts';

type Sessions = readonly Pick<SessionRow, 'id'>[];

export interface OrganizeActions {
  move(sessions: Sessions, folder: Pick<FolderRow, 'id' | 'name'> | null): void;
  addTag(sessions: Sessions, tag: string): void;
  removeTag(sessions: Sessions, tag: string): void;
  renameTag(from: string, to: string): void;
  dropTag(tag: string): void;
  pin(sessions: Sessions, pinned: boolean): void;
  archive(sessions: Sessions, archived: boolean): void;
  /** `null` when it couldn't be created; the failure was shown. */
  createFolder(name: string, parent: string | null): Promise<FolderRow | null>;
  renameFolder(id: string, name: string): void;
  /** `to`: the name of the destination. */
  moveFolder(id: string, parent: string | null, to: string): void;
  removeFolder(line: OutlinedFolder): void;
}

/** How long the undo stays visible. Longer than other toasts, because many things may have changed. */
const UNDO_MS = 10_000;

/** The user's organizing actions. Each shows a toast when it is done, with one undo for all of it. */
export function useOrganizeActions(): OrganizeActions {
  const { organize: flows } = useServices();
  const t = useT('organize');
  const frame = useT('frame');
  const common = useT('common');
  const toast = useToast();
  const messageOf = useErrorMessage();

  return useMemo(() => {
    const failed = (error: unknown) =>
      toast({
        tone: 'danger',
        title: frame('session.failed'),
        description: messageOf(error),
      });
    const attempt = async <T>(work: () => Promise<T>): Promise<T | null> => {
      try {
        return await work();
      } catch (error) {
        failed(error);
        return null;
      }
    };
    const act = async (
      work: () => Promise<UndoableChange>,
      describe: (changed: number) => Pick<ToastOptions, 'title' | 'about'> & { description?: string },
    ) => {
      const done = await attempt(work);
      if (done === null) return;
      const { changed, undo } = done;
      toast({
        ...describe(changed),
        timeout: UNDO_MS,
        action: { label: common('undo'), run: () => void attempt(undo) },
      });
    };
    const ids = (sessions: Sessions) => sessions.map(({ id }) => id);

    return {
      move: (sessions, folder) =>
        void act(
          () => flows.move(ids(sessions), folder?.id ?? null),
          (count) => ({
            title: folder ? t('done.moved', { count, folder: folder.name }) : t('done.out', { count }),
          }),
        ),
      addTag: (sessions, tag) =>
        void act(
          () => flows.addTag(ids(sessions), tag),
          (count) => ({ title: t('done.tagged', { count, tag }) }),
        ),
      removeTag: (sessions, tag) =>
        void act(
          () => flows.removeTag(ids(sessions), tag),
          (count) => ({ title: t('done.untagged', { count, tag }) }),
        ),
      renameTag: (from, to) =>
        void act(
          () => flows.renameTag(from, to),
          (count) => ({ title: t('done.renamed', { count, from, tag: to }) }),
        ),
      dropTag: (tag) =>
        void act(
          () => flows.dropTag(tag),
          (count) => ({ title: t('done.untagged', { count, tag }) }),
        ),
      pin: (sessions, pinned) =>
        void (sessions.length === 1
          ? attempt(() => flows.pin(ids(sessions), pinned))
          : act(
              () => flows.pin(ids(sessions), pinned),
              (count) => ({ title: t(pinned ? 'done.pinned' : 'done.unpinned', { count }) }),
            )),
      archive: (sessions, archived) =>
        void act(
          () => (archived ? flows.archive(ids(sessions)) : flows.unarchive(ids(sessions))),
          (count) => ({ title: t(archived ? 'done.archived' : 'done.takenOut', { count }) }),
        ),
      createFolder: (name, parent) => attempt(() => flows.createFolder(name, parent)),
      renameFolder: (id, name) => void attempt(() => flows.renameFolder(id, name)),
      moveFolder: (id, parent, to) =>
        void act(
          () => flows.moveFolder(id, parent),
          () => ({ title: t('folder.moved', { folder: to }) }),
        ),
      removeFolder: ({ folder }) =>
        void act(
          () => flows.removeFolder(folder.id),
          (count) => ({
            title: t('folder.deleted', { name: folder.name }),
            about: [folder.id],
            ...(count > 0 && { description: t('folder.deletedBody', { count }) }),
          }),
        ),
    };
  }, [flows, t, frame, common, toast, messageOf]);
}
