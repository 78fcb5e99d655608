import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { ConfigurationWarning, LayerName } from '#contract/configuration.ts';
import { isMissing } from '../base/private-file.ts';

export interface LayerFile {
  layer: LayerName;
  path: string;
  /** The file must be inside this folder, whatever its path says. */
  within?: string;
}

export type ReadLayer = LayerFile & { text: string | null; warning?: ConfigurationWarning };

const MAX_BYTES = 1_000_000;
/** A pipe in a folder would wait forever for a writer. Windows has none. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Paths of the layers: the user's file, that of each attached folder, and the settings page's file. */
export function layerFiles(home: string, folders: readonly string[]): LayerFile[] {
  return [
    { layer: 'user', path: join(home, 'config.jsonc') },
    ...folders.map((folder) => ({
      layer: 'workspace' as const,
      path: join(folder, '.baton', 'config.jsonc'),
      within: folder,
    })),
    { layer: 'ui', path: join(home, 'config.ui.json') },
  ];
}

/** A missing file is an empty layer; so is an unreadable one, with a warning. */
export async function readLayer(file: LayerFile): Promise<ReadLayer> {
  const failed = (code: 'unreadable' | 'too-large', detail?: string): ReadLayer => ({
    ...file,
    text: '',
    warning: { layer: file.layer, file: file.path, line: null, key: '', code, ...(detail !== undefined && { detail }) },
  });
  try {
    if (file.within !== undefined && !(await isWithin(file.path, file.within)))
      return failed('unreadable', 'it leads out of the folder');
    const handle = await open(file.path, FLAGS);
    try {
      const facts = await handle.stat();
      if (!facts.isFile()) return failed('unreadable', 'it is no file');
      if (facts.size > MAX_BYTES) return failed('too-large');
      return { ...file, text: await handle.readFile('utf8') };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (isMissing(error) || codeOf(error) === 'ENOTDIR') return { ...file, text: null };
    return failed('unreadable', codeOf(error));
  }
}

async function isWithin(path: string, folder: string): Promise<boolean> {
  const [real, around] = await Promise.all([realpath(path), realpath(folder)]);
  return real.startsWith(around.endsWith(sep) ? around : around + sep);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
