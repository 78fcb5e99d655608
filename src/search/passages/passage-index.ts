import { cutChunks, type Chunk } from '#core/passage-chunks.ts';
import { foldCase, termsOf, type Term } from './terms.ts';

export interface FoundChunk extends Chunk {
  /** Id of the file. */
  file: string;
  score: number;
}

interface IndexedFile {
  id: string;
  name: string;
  /** Case-folded, with the offsets of the text. */
  folded: string;
  chunks: Chunk[];
}

/** Constants of BM25. */
const K1 = 1.2;
const B = 0.75;
const MEAN_CHARS = 900;
/** How often a term in the name of a file counts in each of its chunks. */
const NAME_COUNT = 2;
const WORD_CHARACTER = /[\p{L}\p{N}_]/u;

/**
 * The texts of a project, ready to be searched. There is nothing to build or to store: a search goes through the texts,
 * which takes milliseconds for a word, finds parts of words in any language, and can't be out of date.
 */
export class PassageIndex {
  readonly #files = new Map<string, IndexedFile>();

  has(id: string): boolean {
    return this.#files.has(id);
  }

  ids(): string[] {
    return [...this.#files.keys()];
  }

  put(id: string, name: string, text: string): void {
    this.#files.set(id, { id, name: foldCase(name.normalize('NFC')), folded: foldCase(text), chunks: cutChunks(text) });
  }

  /** The chunk of a file with these bounds; `null` if the file is split differently now. */
  find(file: string, start: number, end: number): FoundChunk | null {
    const chunk = this.#files.get(file)?.chunks.find((one) => one.start === start && one.end === end);
    return chunk ? { ...chunk, file, score: 0 } : null;
  }

  remove(id: string): void {
    this.#files.delete(id);
  }

  /** The chunks that fit a question best, by BM25 and by how many of its words they have. */
  search(question: string, most: number): FoundChunk[] {
    const terms = termsOf(question);
    const scores = new Map<Chunk, { file: IndexedFile; score: number; matched: number }>();
    const count = [...this.#files.values()].reduce((sum, { chunks }) => sum + chunks.length, 0);
    for (const term of terms) {
      const found = [...this.#files.values()].flatMap((file) => countsIn(file, term));
      const idf = Math.log(1 + (count - found.length + 0.5) / (found.length + 0.5));
      for (const { file, chunk, times } of found) {
        const length = 1 - B + (B * (chunk.end - chunk.start)) / MEAN_CHARS;
        const before = scores.get(chunk) ?? { file, score: 0, matched: 0 };
        const score = before.score + (idf * times * (K1 + 1)) / (times + K1 * length);
        scores.set(chunk, { file, score, matched: before.matched + 1 });
      }
    }
    return [...scores]
      .map(([chunk, { file, score, matched }]) => ({
        ...chunk,
        file: file.id,
        score: score * (0.5 + (0.5 * matched) / terms.length),
      }))
      .sort((a, b) => b.score - a.score || (a.file < b.file ? -1 : a.file > b.file ? 1 : a.start - b.start))
      .slice(0, most);
  }
}

function countsIn(file: IndexedFile, term: Term): { file: IndexedFile; chunk: Chunk; times: number }[] {
  const { folded, chunks, name } = file;
  const counts: { file: IndexedFile; chunk: Chunk; times: number }[] = [];
  const inName = isIn(name, term) ? NAME_COUNT : 0;
  let at = nextOf(folded, term, 0);
  if (at < 0 && inName === 0) return counts;
  for (const chunk of chunks) {
    let times = inName;
    for (; at >= 0 && at < chunk.end; at = nextOf(folded, term, at + term.text.length)) times += 1;
    if (times > 0) counts.push({ file, chunk, times });
    else if (at < 0 && inName === 0) break;
  }
  return counts;
}

const isIn = (text: string, term: Term): boolean => nextOf(text, term, 0) >= 0;

function nextOf(text: string, { text: sought, atWordStart }: Term, from: number): number {
  for (let at = text.indexOf(sought, from); ; at = text.indexOf(sought, at + 1))
    if (at <= 0 || !atWordStart || !isInWord(text, at)) return at;
}

function isInWord(text: string, at: number): boolean {
  return WORD_CHARACTER.test(text.charAt(at - 1)) && !isCjk(text.charCodeAt(at - 1));
}

const isCjk = (code: number): boolean => code >= 0x2e80 && code <= 0xd7ff;
