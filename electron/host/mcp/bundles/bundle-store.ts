import { createHash, randomUUID } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { McpBundle } from '#contract/mcp-imports.ts';
import { reasonText } from '#core/reasons.ts';
import { isMissing } from '../../base/private-file.ts';
import { HostError } from '../../base/problem.ts';
import { createQueue } from '../../base/serialize.ts';
import { visibleText } from '../../base/visible-text.ts';
import type { Pasted } from '../registry/read-paste.ts';
import { type Manifest, aboutBundle, readManifest, serverOf } from './manifest.ts';
import { unpackBundle } from './unpack.ts';

/** Bundles (.mcpb), each unpacked in a folder that has the hash of its file as name. */
export interface BundleStore {
  /** Unpacks it. Runs nothing. Throws `bad_request`, also where the file has another hash than `expected`. */
  add(bytes: Uint8Array<ArrayBuffer>, expected: string | null): Promise<McpBundle>;
  /** Its server. Throws `not_found`. */
  read(sha256: string): Promise<Pasted>;
  /** Removes those that none of the servers uses. */
  removeUnused(): Promise<void>;
}

export interface BundleStoreOptions {
  home: string;
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  /** The commands, arguments and variables of all servers; null while they are not known, as when their file can't be read. */
  used: () => Promise<readonly string[] | null>;
}

const SHA256 = /^[0-9a-f]{64}$/;
const MAX_MANIFEST_BYTES = 1024 * 1024;

export function createBundleStore({ home, platform, env, used }: BundleStoreOptions): BundleStore {
  const root = join(home, 'mcp-bundles');
  const enqueue = createQueue();

  async function manifestIn(folder: string): Promise<Manifest> {
    const file = join(folder, 'manifest.json');
    const facts = await stat(file).catch(() => null);
    if (!facts?.isFile() || facts.size > MAX_MANIFEST_BYTES)
      throw new HostError('bad_request', reasonText('bundle.manifest', { field: 'manifest.json' }));
    return readManifest(await readFile(file, 'utf8'));
  }

  async function unpack(bytes: Uint8Array<ArrayBuffer>, folder: string): Promise<void> {
    const begun = join(root, `.${randomUUID()}`);
    await mkdir(begun, { recursive: true, mode: 0o700 });
    try {
      await unpackBundle(bytes, begun);
      const { server } = await manifestIn(begun);
      // Some packers don't note which files are programs.
      if (server.type === 'binary' && platform !== 'win32')
        await chmod(join(begun, server.entry_point), 0o700).catch((error: unknown) => {
          if (!isMissing(error)) throw error;
        });
      await rename(begun, folder);
    } catch (error) {
      await rm(begun, { recursive: true, force: true });
      throw error;
    }
  }

  async function removeUnused(keep: string | null): Promise<void> {
    const folders = await readdir(root).catch((): string[] => []);
    if (folders.length === 0) return;
    const words = await used();
    if (words === null) return;
    for (const name of folders)
      if (name !== keep && !words.some((word) => word.includes(name)))
        await rm(join(root, name), { recursive: true, force: true });
  }

  return {
    add: (bytes, expected) =>
      enqueue(async () => {
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        if (expected !== null && expected !== sha256) throw new HostError('bad_request', reasonText('bundle.hash'));
        const folder = join(root, sha256);
        // One that was looked at before and not added makes room.
        await removeUnused(sha256);
        if (!(await stat(folder).catch(() => null))) await unpack(bytes, folder);
        const { name, version, author, description } = aboutBundle(await manifestIn(folder));
        const shown = (text: string) => visibleText(text.slice(0, 500)).text;
        return {
          sha256,
          name: shown(name),
          version: shown(version),
          author: author === null ? null : shown(author),
          description: shown(description),
        };
      }),
    async read(sha256) {
      const folder = join(root, sha256);
      if (!SHA256.test(sha256) || !(await stat(folder).catch(() => null)))
        throw new HostError('not_found', reasonText('bundle.gone'));
      return serverOf(await manifestIn(folder), { folder, platform, env });
    },
    removeUnused: () => enqueue(() => removeUnused(null)),
  };
}
