import type { FileWindow } from '#state/export-destinations.ts';

/**
 * Saves what `write` produces: to a file the user picks where the browser supports it, otherwise as a download. Returns
 * `null` when the user cancels.
 */
export async function saveStream<T>(
  name: string,
  write: (to: WritableStream<Uint8Array>) => Promise<T>,
): Promise<T | null> {
  const page: Pick<FileWindow, 'showSaveFilePicker'> & Pick<Window, 'document'> = window;
  if (page.showSaveFilePicker) {
    const accept = name.endsWith('.zip') ? { 'application/zip': ['.zip'] } : { 'application/x-ndjson': ['.ndjson'] };
    let handle: FileSystemFileHandle;
    try {
      handle = await page.showSaveFilePicker({ suggestedName: name, types: [{ accept }] });
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return null;
      throw error;
    }
    const file = await handle.createWritable();
    try {
      const done = await write(file);
      await file.close();
      return done;
    } catch (error) {
      await file.abort().catch(() => undefined);
      throw error;
    }
  }
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  // The browser keeps a large one on disk.
  const pendingBlob = new Response(readable).blob();
  pendingBlob.catch(() => undefined);
  try {
    const done = await write(writable);
    await writable.close();
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await pendingBlob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    return done;
  } catch (error) {
    await writable.abort(error).catch(() => undefined);
    throw error;
  }
}
