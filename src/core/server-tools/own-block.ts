/** Something that an answer is based on: a page, or a file that was sent. */
export interface Source {
  title: string;
  /** `null` for a file. */
  address: string | null;
  /** As the vendor writes it. */
  date?: string;
}

/** Where an answer says what it is based on. Changes no byte of its text. */
export interface Citation {
  source: Source;
  /** UTF-16 offsets in the text; both `null` when the vendor names no place in it. */
  start: number | null;
  end: number | null;
  /** What the source says there. */
  quote?: string;
  /** The first and the last page, counted from 1. */
  pages?: { from: number; to: number };
}

export type ServerToolKind = 'search' | 'fetch' | 'code' | 'other';

/** A page that the vendor read. */
export interface ReadPage {
  title: string;
  address: string;
  text: string;
}

export interface Asked {
  /** Queries, addresses, or code. */
  asked: string[];
  /** Of the code. */
  language?: string;
}

export interface Found {
  sources: Source[];
  pages: ReadPage[];
  /** What code wrote. */
  output: string;
  /** The vendor's own word for what went wrong; `null` if nothing did. */
  error: string | null;
}

export const NOTHING_FOUND: Found = { sources: [], pages: [], output: '', error: null };

/** What a block of a vendor's own says, in the terms of all vendors. */
export type OwnBlock =
  | ({ role: 'call'; id: string | null; tool: ServerToolKind } & Asked)
  | ({ role: 'result'; id: string | null; tool: ServerToolKind } & Found)
  /** Call and result in one. */
  | ({ role: 'whole'; tool: ServerToolKind } & Asked & Found)
  /**
   * What the text before it is based on. `cuts`: the vendor cuts a text where citations begin and end, and each piece has
   * its own block. Otherwise `cite` places them in the text.
   */
  | { role: 'citations'; cuts: boolean; queries: string[]; cite(text: string): Citation[] };

export type Fields = Readonly<Record<string, unknown>>;
/** By the vendor's own name for the kind of block. */
export type BlockReaders = Readonly<Record<string, (block: Fields) => OwnBlock>>;
