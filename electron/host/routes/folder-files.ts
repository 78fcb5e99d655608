import type { folderFileEndpoints } from '#contract/folder-files.ts';
import { reasonText } from '#core/reasons.ts';
import { browseFolders } from '../mcp/folder-files/browse-folders.ts';
import { listFiles } from '../mcp/folder-files/list-files.ts';
import { locateFile, readFacts, readPlace } from '../mcp/folder-files/read-file.ts';
import { HostError } from '../base/problem.ts';
import type { Handlers } from '../base/to-routes.ts';
import type { HostServices } from './host-services.ts';

export function folderFileHandlers({ mcp, events, deps, windows }: HostServices): Handlers<typeof folderFileEndpoints> {
  const { folders } = mcp;

  /** Baton's home, closed also inside an attached folder. Throws unless the folder is attached to the session. */
  async function closedIn(session: string, folder: string): Promise<string> {
    if (!(await folders.of(session)).includes(folder))
      throw new HostError('folder_missing', reasonText('folder.missing'));
    return folders.own();
  }

  return {
    async listFiles({ params: { session }, body: { folder, known }, request: { signal } }) {
      return listFiles(await locateFile(folder, '.', await closedIn(session, folder)), known, signal);
    },
    fileFacts: async ({ params: { session }, body: { folder, path } }) =>
      readFacts(folder, path, await closedIn(session, folder), (real) => folders.isOwn(session, real)),
    async readFile({ params: { session }, body: { folder, path, from, to }, request: { signal } }) {
      const place = await locateFile(folder, path, await closedIn(session, folder));
      const bytes = await readPlace(place, { from, to }, signal);
      return new Response(bytes, { headers: { 'content-type': 'application/octet-stream' } });
    },
    async setMainFolder({ params: { session }, body: { folder } }) {
      await folders.setMain(session, folder);
      // The configuration of the main folder comes first.
      events.emit({ type: 'config-changed' });
      return folders.shown(session);
    },
    async pickFolder({ params: { session }, given }) {
      if (!deps.pickFolder) return { native: false, path: null, folders: null };
      const path = await deps.pickFolder();
      if (path === null) return { native: true, path, folders: null };
      try {
        await folders.attach(session, path, false, { ...given, session });
        events.emit({ type: 'config-changed' });
        return { native: true, path, folders: (await folders.shown(session)).folders };
      } catch (error) {
        if (error instanceof HostError && error.code === 'folder_too_wide')
          return { native: true, path, folders: null };
        throw error;
      }
    },
    browseFolders({ body: { path, hidden }, request }) {
      windows.check(request);
      return browseFolders(path, hidden, deps.env['HOME'] ?? deps.env['USERPROFILE']);
    },
  };
}
