import type { Passage } from '#core/passage.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { PassageIndex } from './passage-index.ts';

const BATCH = 200;

export interface ProjectSearch {
  passages(folder: string, question: string, most: number): Promise<Passage[]>;
}

/** Searches what was read in the files of a project. The texts of the project that was searched last stay in memory. */
export function createProjectSearch(db: BatonDatabase): ProjectSearch {
  let last: { folder: string; index: PassageIndex } | null = null;

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

  return {
    async passages(folder, question, most) {
      const found = (await indexOf(folder)).search(question, most);
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
