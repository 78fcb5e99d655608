import type { NearVector, Passage } from '#core/passage.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { fuseRanks } from './fuse-ranks.ts';
import { type FoundChunk, PassageIndex } from './passage-index.ts';
import { VectorIndex } from './vector-index.ts';

const BATCH = 200;
/** How far down the two lists are joined. */
const FUSED = 50;

export interface ProjectSearch {
  /** With `near`, passages are found by their meaning, too, if a model has been given their texts. */
  passages(folder: string, question: string, most: number, near?: NearVector): Promise<Passage[]>;
}

/** Searches what was read in the files of a project. The texts of the project that was searched last stay in memory. */
export function createProjectSearch(db: BatonDatabase): ProjectSearch {
  let last: { folder: string; index: PassageIndex } | null = null;
  let lastVectors: { key: string; index: VectorIndex } | null = null;

  async function indexOf(folder: string): Promise<PassageIndex> {
    if (last?.folder !== folder) last = { folder, index: new PassageIndex() };
    const { index } = last;
    const stored = await db.projectTexts.where('folder').equals(folder).primaryKeys();
    const kept = new Set(stored);
    for (const id of index.ids()) if (!kept.has(id)) index.remove(id);
    const missing = stored.filter((id) => !index.has(id));
    for (let at = 0; at < missing.length; at += BATCH) {
      const ids = missing.slice(at, at + BATCH);
      const [files, texts] = await Promise.all([db.projectFiles.bulkGet(ids), db.projectTexts.bulkGet(ids)]);
      for (const [place, id] of ids.entries()) index.put(id, files[place]?.name ?? '', texts[place]?.text ?? '');
    }
    return index;
  }

  async function vectorsOf(folder: string, model: string): Promise<VectorIndex> {
    const ranges = db.projectVectors
      .where('[folder+model+open]')
      .between([folder, model, 0], [folder, model, 1], true, true);
    const key = JSON.stringify([folder, model, await ranges.primaryKeys()]);
    if (lastVectors?.key !== key) lastVectors = { key, index: new VectorIndex(await ranges.toArray()) };
    return lastVectors.index;
  }

  return {
    async passages(folder, question, most, near) {
      const index = await indexOf(folder);
      const vectors = near && (await vectorsOf(folder, near.model));
      const found = near && vectors ? searchBoth(index, vectors, question, near, most) : index.search(question, most);
      const ids = [...new Set(found.map(({ file }) => file))];
      const [files, texts] = await Promise.all([db.projectFiles.bulkGet(ids), db.projectTexts.bulkGet(ids)]);
      return found.flatMap(({ file, start, end, place }) => {
        const at = ids.indexOf(file);
        const [name, text] = [files[at]?.name, texts[at]?.text];
        return name === undefined || text === undefined
          ? []
          : [{ file, name, place, start, end, text: text.slice(start, end).trim() }];
      });
    },
  };
}

/** By words and by meaning, joined by reciprocal rank. */
export function searchBoth(
  index: PassageIndex,
  vectors: VectorIndex,
  question: string,
  near: Pick<NearVector, 'values'>,
  most: number,
): FoundChunk[] {
  const chunks = new Map<string, FoundChunk>();
  const keysOf = (found: readonly FoundChunk[]) =>
    found.map((chunk) => {
      const key = `${chunk.file} ${chunk.start}`;
      chunks.set(key, chunk);
      return key;
    });
  const byMeaning = vectors
    .search(near.values, FUSED)
    .map(({ file, start, end }) => index.find(file, start, end))
    .filter((chunk) => chunk !== null);
  const keys = fuseRanks([keysOf(index.search(question, FUSED)), keysOf(byMeaning)]);
  return keys.slice(0, most).flatMap((key) => chunks.get(key) ?? []);
}
