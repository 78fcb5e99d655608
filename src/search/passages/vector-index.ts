import type { ProjectVectorsRow } from '#storage/rows.ts';

export interface NearChunk {
  file: string;
  start: number;
  end: number;
}

/** The vectors of a project's chunks. A question is compared with each: 30,000 take a few hundredths of a second. */
export class VectorIndex {
  readonly #rows: readonly ProjectVectorsRow[];

  constructor(rows: readonly ProjectVectorsRow[]) {
    this.#rows = rows;
  }

  /** The chunks whose direction is nearest to that of the question. */
  search(question: readonly number[], most: number): NearChunk[] {
    const sought = Float32Array.from(question);
    const found: (NearChunk & { score: number })[] = [];
    for (const { file, cuts, values } of this.#rows) {
      // A model that was changed behind its name.
      if (values.length !== sought.length * (cuts.length / 2)) continue;
      for (let at = 0; at < cuts.length; at += 2) {
        const score = likeness(sought, values, (at / 2) * sought.length);
        if (score > 0) found.push({ file, start: cuts[at] ?? 0, end: cuts[at + 1] ?? 0, score });
      }
    }
    return found.sort((a, b) => b.score - a.score).slice(0, most);
  }
}

/** The cosine, times the length of the question, which is the same for all. */
function likeness(question: Float32Array, values: Int8Array, from: number): number {
  let product = 0;
  let square = 0;
  for (let index = 0; index < question.length; index++) {
    const value = values[from + index] ?? 0;
    product += (question[index] ?? 0) * value;
    square += value * value;
  }
  return square === 0 ? 0 : product / Math.sqrt(square);
}
