import { realpath, stat } from 'node:fs/promises';
import { dirname, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ConsentGiven } from '#contract/consent-given.ts';
import type { AttachedFolders } from '#contract/mcp.ts';
import { reasonText } from '#core/reasons.ts';
import type { ConsentStore } from '../../../consents/consent-store.ts';
import { FolderFacts, folderConsent } from '../../../consents/subjects.ts';
import { HostError } from '../../../base/problem.ts';
import type { Permissions } from '../../consent/permissions.ts';
import { isInside } from './safe-path.ts';

/** The folders that each session may work in. The main one comes first. */
export interface Folders {
  of(session: string): Promise<string[]>;
  /** Every attached folder. */
  all(): Promise<string[]>;
  /** The first folder of the session that most recently got one. */
  newest(): Promise<string | null>;
  /**
   * Throws `folder_missing`, `folder_own`, or `folder_too_wide` unless `wide` confirms that all of it is meant. Returns
   * all of the session's folders.
   */
  attach(session: string, path: string, wide: boolean, given: ConsentGiven): Promise<string[]>;
  detach(session: string, path: string): Promise<string[]>;
  /** Throws `folder_missing` for a folder that isn't attached. */
  setMain(session: string, path: string): Promise<string[]>;
  forget(session: string): Promise<void>;
  /** The folder with consents and keys: closed to tools even inside an attached folder. */
  own(): Promise<string>;
  rootsOf(session: string | null): Promise<{ uri: string; name: string }[]>;
  /** Whether the user says that everything at and below this real path is their own, in the folders of this session. */
  isOwn(session: string, path: string): Promise<boolean>;
  /** The folders as the user sees them. */
  shown(session: string): Promise<AttachedFolders>;
  /** Throws `folder_missing` for a folder that is not attached. */
  judge(session: string, path: string, own: boolean, given: ConsentGiven): Promise<void>;
}

const MAX_FOLDERS = 20;

export function createFolders(
  home: string,
  userHome: string | undefined,
  consents: ConsentStore,
  permissions: Permissions,
): Folders {
  const attachedFolders = async () => (await consents.listValid('folder')).map(({ facts }) => FolderFacts.parse(facts));
  const of = async (session: string) =>
    (await attachedFolders())
      .filter((one) => one.session === session)
      .sort((a, b) => Number(b.main ?? false) - Number(a.main ?? false))
      .map(({ path }) => path);

  async function check(path: string, wide: boolean): Promise<string> {
    if (path.includes('\0') || parse(path).root === '') throw new HostError('bad_request', reasonText('folder.path'));
    const real = await realpath(path).catch(() => null);
    if (real === null) throw new HostError('folder_missing', reasonText('folder.missing'));
    if (!(await stat(real)).isDirectory()) throw new HostError('folder_missing', reasonText('folder.isFile'));
    const ownHome = userHome === undefined ? null : await realpath(userHome).catch(() => userHome);
    if (!wide && (dirname(real) === real || (ownHome !== null && isInside(real, ownHome))))
      throw new HostError(
        'folder_too_wide',
        'This folder holds everything you have. Choose one inside it, or confirm that you mean all of it.',
      );
    // A tool that can write there could approve itself.
    const own = await realpath(home);
    if (isInside(own, real) || (isInside(real, own) && !wide))
      throw new HostError('folder_own', "Baton's own settings are in this folder; tools may not work there.");
    return real;
  }

  return {
    of,
    all: async () => (await attachedFolders()).map(({ path }) => path),
    async newest() {
      const all = await attachedFolders();
      const last = all.at(-1)?.session;
      return all.find(({ session }) => session === last)?.path ?? null;
    },
    own: () => realpath(home),
    async attach(session, path, wide, given) {
      const real = await check(path, wide);
      const folders = await of(session);
      if (folders.length >= MAX_FOLDERS)
        throw new HostError('bad_request', reasonText('folder.count', { count: MAX_FOLDERS }));
      if (!folders.includes(real)) await consents.give(folderConsent(session, real), given);
      return of(session);
    },
    async detach(session, path) {
      await consents.revoke(
        ({ kind, facts }) => kind === 'folder' && facts['session'] === session && facts['path'] === path,
      );
      return of(session);
    },
    async setMain(session, path) {
      const attached = (await consents.listValid('folder')).filter(({ facts }) => facts['session'] === session);
      if (!attached.some(({ facts }) => facts['path'] === path))
        throw new HostError('folder_missing', reasonText('folder.missing'));
      for (const { kind, subject, facts } of attached) {
        const { main: _main, ...rest } = facts;
        const next = facts['path'] === path ? { ...rest, main: true } : rest;
        await consents.amend(kind, subject, next);
      }
      return of(session);
    },
    forget: (session) => consents.forget(({ kind, facts }) => kind === 'folder' && facts['session'] === session),
    async isOwn(session, path) {
      const judged = await permissions.judged();
      const attached = await of(session);
      // A folder that is not the user's own may also lie inside one that is.
      return (
        attached.some((folder) => judged.get(folder) === true && isInside(folder, path)) &&
        !attached.some((folder) => judged.get(folder) !== true && (isInside(folder, path) || isInside(path, folder)))
      );
    },
    async shown(session) {
      const judged = await permissions.judged();
      const attached = await of(session);
      return {
        folders: attached.map((path) => ({ path, own: judged.get(path) ?? null })),
        edits: await permissions.acceptsEdits(session),
      };
    },
    async judge(session, path, own, given) {
      if (!(await of(session)).includes(path)) throw new HostError('folder_missing', reasonText('folder.missing'));
      await permissions.judge(path, own, given);
    },
    rootsOf: async (session) =>
      session === null
        ? []
        : (await of(session)).map((path) => ({ uri: pathToFileURL(path).href, name: parse(path).base || path })),
  };
}
