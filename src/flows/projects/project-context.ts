import type { Model } from '#core/model.ts';
import { systemText } from '#core/system-text.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { countProjectTokens, listProjectTexts } from '#storage/project-file-repository.ts';
import { findProject, type Project } from '#storage/project-repository.ts';
import { getSession } from '#storage/read-sessions.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import type { Sharing, SharingSession } from '../base/shared-context.ts';

/** Files of a project go along whole up to this share of the model's window. */
const WHOLE_SHARE = 0.3;
/** Tokens, where the window is unknown. */
const ASSUMED_WINDOW = 32_000;

/** How the files of a project reach a model. */
export type FilesWay = 'none' | 'whole' | Project['project']['files'];

export interface ProjectContext {
  project: Project;
  /** `none`: it has no text, or the conversation leaves the files out. */
  way: FilesWay;
  /** Of all its texts. */
  tokens: number;
}

interface ContextDeps {
  db: BatonDatabase;
  onUnreadableRow: OnUnreadableRow;
}

/** The project of a conversation and how its files reach the model; `null` without a project. */
export async function readProjectContext(
  deps: ContextDeps,
  given: SharingSession,
  model: Pick<Model, 'contextWindow'> | null,
): Promise<ProjectContext | null> {
  const session = await rootOf(deps, given);
  const project = await findProject(deps.db, session.folder, deps.onUnreadableRow);
  if (!project) return null;
  const tokens = await countProjectTokens(deps.db, project.id);
  const left = tokens === 0 || session.leavesOut?.includes('projectFiles');
  const fits = tokens <= (model?.contextWindow ?? ASSUMED_WINDOW) * WHOLE_SHARE;
  return { project, tokens, way: left ? 'none' : fits ? 'whole' : project.project.files };
}

/** A task shares what the conversation shares that the user began. */
async function rootOf({ db, onUnreadableRow }: ContextDeps, session: SharingSession): Promise<SharingSession> {
  const [root] = session.task?.above ?? [];
  return (root === undefined ? null : await getSession(db, root, onUnreadableRow)) ?? session;
}

/** Returns the system text of a conversation's requests. `aboutMe`: what the user wants every model to know. */
export function createSystemReader(
  deps: ContextDeps & { aboutMe: () => string; read: (folder: string) => Promise<void> },
): Sharing['systemOf'] {
  /** The files of the project that was read last: requests of a run read them again for every step. */
  let cached: { key: string; files: { name: string; text: string }[] } | null = null;

  async function filesOf({ project: { id }, tokens }: ProjectContext) {
    const files = await deps.db.projectTexts.where('folder').equals(id).primaryKeys();
    const key = JSON.stringify([id, tokens, files]);
    if (cached?.key !== key) cached = { key, files: await listProjectTexts(deps.db, id, deps.onUnreadableRow) };
    return cached.files;
  }

  return async (given, model) => {
    const { leavesOut = [], folder } = await rootOf(deps, given);
    const found = await findProject(deps.db, folder, deps.onUnreadableRow);
    // After a restore, or on another device.
    if (found) await deps.read(found.id);
    const context = await readProjectContext(deps, given, model);
    return systemText({
      aboutMe: leavesOut.includes('aboutMe') ? '' : deps.aboutMe(),
      project: context && {
        name: context.project.name,
        instructions: leavesOut.includes('project') ? '' : context.project.project.instructions,
        files: context.way === 'whole' ? await filesOf(context) : [],
      },
      own: given.system,
    });
  };
}
