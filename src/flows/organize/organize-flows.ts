import { without } from '#core/without.ts';
import { createFolder, moveFolder, removeFolder, renameFolder, undoRemoveFolder } from '#storage/folder-repository.ts';
import { restoreSessions } from '#storage/session-repository.ts';
import type { FolderRow, SessionRow } from '#storage/rows.ts';
import { organizeSessions, undoOrganize, type SessionOrganization } from '#storage/session-organization.ts';
import { hasTag, withoutTag, withRenamedTag, withTag } from '#storage/session-tags.ts';
import type { SessionRemoval } from '../conversation/delete-session.ts';
import type { FlowDeps } from '../base/flow-deps.ts';

export interface UndoableChange {
  /** How many sessions it changed. */
  changed: number;
  undo(): Promise<void>;
}

/**
 * The organization of sessions. Each call changes everything it names in one transaction and can be undone as one. Undo
 * leaves alone what has changed again since. Messages are never touched.
 */
export interface OrganizeFlows {
  createFolder(name: string, parent: string | null): Promise<FolderRow>;
  renameFolder(id: string, name: string): Promise<void>;
  moveFolder(id: string, parent: string | null): Promise<UndoableChange>;
  /** Its contents move up. A project goes to the trash. */
  removeFolder(id: string): Promise<UndoableChange>;
  /** `null`: out of every folder. An empty conversation takes nothing along of how its project begins. */
  move(ids: readonly string[], folder: string | null): Promise<UndoableChange>;
  addTag(ids: readonly string[], tag: string): Promise<UndoableChange>;
  removeTag(ids: readonly string[], tag: string): Promise<UndoableChange>;
  /** In every session. A session that has both tags keeps one. */
  renameTag(from: string, to: string): Promise<UndoableChange>;
  dropTag(tag: string): Promise<UndoableChange>;
  pin(ids: readonly string[], pinned: boolean): Promise<UndoableChange>;
  archive(ids: readonly string[]): Promise<UndoableChange>;
  unarchive(ids: readonly string[]): Promise<UndoableChange>;
  trash(ids: readonly string[]): Promise<UndoableChange>;
  /** Restores them from the trash. */
  restore(ids: readonly string[]): Promise<void>;
}

/** `leave`: see `ProjectFlows`. */
export function createOrganizeFlows(
  { db, clock }: Pick<FlowDeps, 'db' | 'clock'>,
  removal: Pick<SessionRemoval, 'trashAll'>,
  { leave }: { leave: (id: string, from: string | undefined) => Promise<() => Promise<void>> },
): OrganizeFlows {
  async function arrange(
    ids: readonly string[] | 'all',
    change: (row: SessionRow) => SessionOrganization,
  ): Promise<UndoableChange> {
    const changes = await organizeSessions(db, ids, change);
    return { changed: changes.length, undo: () => undoOrganize(db, changes) };
  }

  return {
    createFolder: (name, parent) => createFolder(db, { name, parent, at: clock.now() }),
    renameFolder: (id, name) => renameFolder(db, id, name),
    async moveFolder(id, parent) {
      const before = await moveFolder(db, id, parent);
      return {
        changed: before === parent ? 0 : 1,
        async undo() {
          await moveFolder(db, id, before);
        },
      };
    },
    async removeFolder(id) {
      const removed = await removeFolder(db, id, clock.now());
      return {
        changed: removed?.sessions.length ?? 0,
        async undo() {
          if (removed) await undoRemoveFolder(db, removed);
        },
      };
    },
    async move(ids, folder) {
      const changes = await organizeSessions(db, ids, (row) => ({
        ...without(row, 'folder'),
        ...(folder !== null && { folder }),
      }));
      const back: (() => Promise<void>)[] = [];
      for (const { id, before } of changes) if (before.folder !== undefined) back.push(await leave(id, before.folder));
      return {
        changed: changes.length,
        async undo() {
          await undoOrganize(db, changes);
          for (const undo of back) await undo();
        },
      };
    },
    addTag: (ids, tag) => arrange(ids, (row) => ({ ...row, tags: withTag(row.tags, tag) })),
    removeTag: (ids, tag) => arrange(ids, (row) => ({ ...row, tags: withoutTag(row.tags, tag) })),
    renameTag: (from, to) =>
      arrange('all', (row) => (hasTag(row.tags, from) ? { ...row, tags: withRenamedTag(row.tags, from, to) } : row)),
    dropTag: (tag) => arrange('all', (row) => ({ ...row, tags: withoutTag(row.tags, tag) })),
    pin: (ids, pinned) => arrange(ids, (row) => ({ ...row, pinned: pinned ? 1 : 0 })),
    archive: (ids) => {
      const at = clock.now();
      return arrange(ids, (row) => ({ ...row, archivedAt: row.archivedAt ?? at }));
    },
    unarchive: (ids) => arrange(ids, (row) => without(row, 'archivedAt')),
    async restore(ids) {
      await restoreSessions(db, ids);
    },
    async trash(ids) {
      const changed = await removal.trashAll(ids);
      return {
        changed,
        async undo() {
          await restoreSessions(db, ids);
        },
      };
    },
  };
}
