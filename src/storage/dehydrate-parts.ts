import type { Part } from '#core/message.ts';
import { without } from '#core/without.ts';
import { fromBase64 } from './base64.ts';
import { saveBlob } from './blob-repository.ts';
import type { BatonDatabase } from './database.ts';
import type { StoredPart } from './rows.ts';

export type Dehydrate = (parts: readonly Part[]) => Promise<StoredPart[]>;

/**
 * Moves bytes into the blob table. A part is converted once and remembered, so that saving a growing answer again does
 * not hash its images again.
 */
export function createDehydrate(db: BatonDatabase): Dehydrate {
  const done = new WeakMap<Part, StoredPart>();
  return async (parts) => {
    const result: StoredPart[] = [];
    for (const part of parts) {
      const cached = done.get(part);
      const stored = cached ?? (await dehydratePart(db, part));
      if (!cached && stored !== part) done.set(part, stored);
      result.push(stored);
    }
    return result;
  };
}

async function dehydratePart(db: BatonDatabase, part: Part): Promise<StoredPart> {
  switch (part.type) {
    case 'image': {
      const { blob, bytes } = await saveBlob(db, bytesOf(part), part.mime);
      return { ...without(part, 'data'), blob, bytes };
    }
    case 'file': {
      const { blob, bytes } = await saveBlob(db, bytesOf(part), part.mime);
      return {
        type: 'file',
        mime: part.mime,
        name: part.name,
        blob,
        bytes,
        ...(part.text !== undefined && { text: part.text }),
      };
    }
    case 'tool_result': {
      const { images, ...rest } = part;
      if (!images) return rest;
      const saved = [];
      for (const image of images) saved.push(await saveBlob(db, bytesOf(image), image.mime));
      return { ...rest, images: saved };
    }
    default:
      return part;
  }
}

function bytesOf(part: { mime: string; data: string }): Blob {
  return new Blob([fromBase64(part.data)], { type: part.mime });
}
