/** A piece of a project's file, with where it is. */
export interface Passage {
  /** Id of the file. */
  file: string;
  name: string;
  /** Page, sheet, slide, heading or line: `Page 3`. */
  place: string;
  /** Offsets in the file's text. */
  start: number;
  end: number;
  text: string;
}

/** A question as the embedding model of a project sees it. */
export interface NearVector {
  /** What the vectors of the model are stored under. */
  model: string;
  values: number[];
}

/** What a search in a project found. */
export interface FoundPassages {
  passages: Passage[];
  /** For the model: what is missing from this search. */
  note?: string;
}

/** A passage as an answer can cite it. */
export interface Citation {
  number: number;
  file: string;
  start: number;
  end: number;
  /** Name of the file and place in it. */
  source: string;
  text: string;
}

/** The tool with which a model searches the files of a project. */
export const PROJECT_SERVER = 'builtin_project_server';
export const PROJECT_SEARCH_TOOL = 'search_project_files';

export const sourceOf = ({ name, place }: Pick<Passage, 'name' | 'place'>): string => `${name}, ${place}`;
export const passageId = ({ file, start, end }: Pick<Passage, 'file' | 'start' | 'end'>): string =>
  `${file}:${start}-${end}`;

export function readPassageId(id: string): Pick<Citation, 'file' | 'start' | 'end'> | null {
  const [, file, start, end] = /^(.+):(\d+)-(\d+)$/.exec(id) ?? [];
  return file === undefined ? null : { file, start: Number(start), end: Number(end) };
}

/** What the tool returns. As JSON, because the text of a file cannot pose as another passage in it. */
export function passagesResult({ passages, note }: FoundPassages, first: number): string {
  return JSON.stringify({
    ...(note !== undefined && { note }),
    passages: passages.map((passage, index) => ({
      number: first + index,
      source: sourceOf(passage),
      id: passageId(passage),
      text: passage.text,
    })),
  });
}

/** The passages in a result of the tool. None if it is not one, or was shortened. */
export function readPassagesResult(text: string): Citation[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  const list = isRecord(value) && Array.isArray(value['passages']) ? value['passages'] : [];
  return list.flatMap((one: unknown) => {
    if (!isRecord(one)) return [];
    const { number, source, id, text: found } = one;
    const at = typeof id === 'string' ? readPassageId(id) : null;
    if (typeof number !== 'number' || typeof source !== 'string' || typeof found !== 'string' || !at) return [];
    return [{ number, source, text: found, ...at }];
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
