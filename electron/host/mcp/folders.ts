import { realpath, stat } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { Clock } from '../deps.ts';
import { readText, setAside, writePrivate } from '../private-file.ts';
import { HostError } from '../problem.ts';
import { createQueue } from '../serialize.ts';
import { isInside } from './builtin/workspace/safe-path.ts';

const File = z.object({
  version: z.literal(1),
  sessions: z.array(z.object({ id: z.string(), folders: z.array(z.string()) })),
});

/** Folders that sessions may work in, by session. */
export interface Folders {
  of(session: string): Promise<string[]>;
  /** The first folder of the conversation that was last given one. */
  newest(): Promise<string | null>;
  /**
   * Throws `folder_missing`, `folder_own`, or `folder_too_wide` unless `wide` says that all of it is meant. Returns all of
   * the session's folders.
   */
  attach(session: string, path: string, wide: boolean): Promise<string[]>;
  detach(session: string, path: string): Promise<string[]>;
  forget(session: string): Promise<void>;
  /** Where approvals and keys lie: closed to tools also when it is inside an attached folder. */
  own(): Promise<string>;
  rootsOf(session: string | null): Promise<{ uri: string; name: string }[]>;
}

const MOST_SESSIONS = 500;
const MOST_FOLDERS = 20;

export function createFolders(home: string, userHome: string | undefined, clock: Pick<Clock, 'now'>): Folders {
  const file = join(home, 'mcp-folders.json');
  const enqueue = createQueue();

  async function load(): Promise<z.infer<typeof File>> {
    const text = await readText(file);
    if (text === null) return { version: 1, sessions: [] };
    try {
      return File.parse(JSON.parse(text));
    } catch {
      // Nothing is lost but a choice that is made again; the file is kept for whoever wants to look.
      await setAside(file, clock.now());
      return { version: 1, sessions: [] };
    }
  }

  const of = async (session: string) => (await load()).sessions.find(({ id }) => id === session)?.folders ?? [];

  async function check(path: string, wide: boolean): Promise<string> {
    if (path.includes('\0') || parse(path).root === '')
      throw new HostError('bad_request', 'Give the whole path of the folder, from its root.');
    const real = await realpath(path).catch(() => null);
    if (real === null) throw new HostError('folder_missing', 'There is no such folder.');
    if (!(await stat(real)).isDirectory()) throw new HostError('folder_missing', 'That is a file; a folder is wanted.');
    const ownHome = userHome === undefined ? null : await realpath(userHome).catch(() => userHome);
    if (!wide && (dirname(real) === real || (ownHome !== null && isInside(real, ownHome))))
      throw new HostError(
        'folder_too_wide',
        'This folder holds everything you have. Choose one inside it, or confirm that you mean all of it.',
      );
    // A tool that may write there could approve itself.
    const own = await realpath(home);
    if (isInside(own, real) || (isInside(real, own) && !wide))
      throw new HostError('folder_own', "Baton's own settings are in this folder; tools may not work there.");
    return real;
  }

  function change(session: string, edit: (folders: string[]) => string[]): Promise<string[]> {
    return enqueue(async () => {
      const { sessions } = await load();
      const folders = edit(sessions.find(({ id }) => id === session)?.folders ?? []);
      const others = sessions.filter(({ id }) => id !== session);
      const next = folders.length === 0 ? others : [...others, { id: session, folders }].slice(-MOST_SESSIONS);
      await writePrivate(file, `${JSON.stringify({ version: 1, sessions: next }, null, 2)}\n`);
      return folders;
    });
  }

  return {
    of,
    newest: async () => (await load()).sessions.at(-1)?.folders[0] ?? null,
    own: () => realpath(home),
    async attach(session, path, wide) {
      const real = await check(path, wide);
      return change(session, (folders) => {
        if (folders.length >= MOST_FOLDERS) throw new HostError('bad_request', `At most ${MOST_FOLDERS} folders.`);
        return folders.includes(real) ? folders : [...folders, real];
      });
    },
    detach: (session, path) => change(session, (folders) => folders.filter((one) => one !== path)),
    forget: async (session) => void (await change(session, () => [])),
    rootsOf: async (session) =>
      session === null
        ? []
        : (await of(session)).map((path) => ({ uri: pathToFileURL(path).href, name: parse(path).base || path })),
  };
}
