import { open } from 'node:fs/promises';

/** Makes a new name in the folder survive a power cut. Windows can't open folders; its file system does so itself. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
