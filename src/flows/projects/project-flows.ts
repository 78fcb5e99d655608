import { canonicalJson } from '#core/canonical-json.ts';
import type { SharedContext } from '#core/shared-context.ts';
import { claimBlob, getBlob, saveBlob } from '#storage/blob-repository.ts';
import { purgeFolders, restoreFolder } from '#storage/deleted-projects.ts';
import { addProjectFiles, removeProjectFiles } from '#storage/project-file-repository.ts';
import { changeProject, findProject, type ProjectChange, setSessionLeavesOut } from '#storage/project-repository.ts';
import {
  changeSessionTools,
  clearSessionTarget,
  setSessionAssistant,
  setSessionTarget,
} from '#storage/session-repository.ts';
import { undoBeginning } from '#storage/session-organization.ts';
import { assistants } from '#storage/library-repository.ts';
import { newId } from '#storage/new-id.ts';
import type { ProjectFileRow, SessionRow } from '#storage/rows.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import { requireSession } from '../conversation/insert-answer.ts';
import type { UndoableChange } from '../organize/organize-flows.ts';

/** Folders whose conversations share instructions, files and how they begin. */
export interface ProjectFlows {
  /** Makes a project of a folder that is none. */
  change(folder: string, fields: ProjectChange): Promise<void>;
  /**
   * Makes a conversation without messages begin as its project says. What the one gave it that it was moved out of, the
   * folder `from`, is taken back first.
   */
  begin(sessionId: string, from?: string): Promise<void>;
  /**
   * Takes back what the project of the folder `from` gave a conversation without messages, unless it was changed since.
   * Resolves with what undoes that.
   */
  leave(sessionId: string, from: string | undefined): Promise<() => Promise<void>>;
  /** Whether a conversation leaves out something that is shared. */
  leaveOut(sessionId: string, what: SharedContext, out: boolean): Promise<void>;
  /** Makes a project of a folder that is none. Rejects when a file can't be stored; those before it stay. */
  addFiles(folder: string, files: readonly File[]): Promise<ProjectFileRow[]>;
  removeFiles(ids: readonly string[]): Promise<UndoableChange>;
  /** Reads the files that were not read yet. Resolves when all are. */
  read(folder: string): Promise<void>;
  /** Restores a project from the trash. */
  restore(folder: string): Promise<void>;
  /** Removes a project in the trash for good. */
  purge(folder: string): Promise<void>;
}

export function createProjectFlows(
  deps: Pick<FlowDeps, 'db' | 'clock' | 'onUnreadableRow'>,
  read: ProjectFlows['read'],
): ProjectFlows {
  const { db, clock, onUnreadableRow } = deps;

  async function leave(session: SessionRow, from: string | undefined): Promise<void> {
    const { id } = session;
    const left = await findProject(db, from, onUnreadableRow);
    if (!left || left.id === (await findProject(db, session.folder, onUnreadableRow))?.id) return;
    const { project } = left;
    const assistant = (await assistants.list(db, onUnreadableRow)).find((row) => row.id === project.assistant);
    if (assistant && session.assistant === assistant.id && session.system === assistant.system)
      await setSessionAssistant(db, id, null);
    const given = project.target ?? assistant?.target;
    if (given && canonicalJson(session.target) === canonicalJson(given)) await clearSessionTarget(db, id);
    if (project.files === 'tool') await changeSessionTools(db, id, (before) => ({ ...before, on: false }));
  }

  return {
    async change(folder, fields) {
      await changeProject(db, folder, fields);
    },

    async begin(sessionId, from) {
      const session = await requireSession(deps, sessionId);
      if (session.leafId !== null) return;
      await leave(session, from);
      const found = await findProject(db, session.folder, onUnreadableRow);
      if (!found) return;
      const { target, assistant: id, files } = found.project;
      const assistant = (await assistants.list(db, onUnreadableRow)).find((row) => row.id === id);
      if (assistant) await setSessionAssistant(db, sessionId, assistant);
      if (target) await setSessionTarget(db, sessionId, target);
      // The model can only search when it has tools.
      if (files === 'tool' && !assistant?.tools)
        await changeSessionTools(db, sessionId, (before) => ({ ...before, on: true }));
    },

    async leave(sessionId, from) {
      const before = await requireSession(deps, sessionId);
      if (before.leafId !== null) return async () => undefined;
      await leave(before, from);
      const after = await requireSession(deps, sessionId);
      return () => undoBeginning(db, before, after);
    },

    leaveOut: (sessionId, what, out) =>
      setSessionLeavesOut(db, sessionId, (before) => [...before.filter((one) => one !== what), ...(out ? [what] : [])]),

    async addFiles(folder, files) {
      await changeProject(db, folder, {});
      const added: ProjectFileRow[] = [];
      for (const file of files) {
        const stored = await saveBlob(db, file, file.type);
        const row = { id: newId(), folder, name: file.name.normalize('NFC'), ...stored, createdAt: clock.now() };
        added.push(...(await addProjectFiles(db, [row])));
      }
      return added;
    },

    async removeFiles(ids) {
      // A sweep may remove the bytes before this is undone. A handle keeps them.
      const contents = new Map<string, Blob | null>();
      for (const row of await db.projectFiles.bulkGet([...ids]))
        if (row) contents.set(row.blob, await getBlob(db, row.blob));
      const removed = await removeProjectFiles(db, ids);
      return {
        changed: removed.length,
        async undo() {
          for (const { blob, mime } of removed) {
            const bytes = contents.get(blob);
            if (!(await claimBlob(db, blob)) && bytes) await saveBlob(db, bytes, mime);
          }
          await addProjectFiles(db, removed);
        },
      };
    },

    read,
    restore: (folder) => restoreFolder(db, folder),
    purge: (folder) => purgeFolders(db, [folder]),
  };
}
