import type { Protocol } from './protocol.ts';

/**
 * What a vendor can do itself while it answers: search the web, read pages, run code, and name the pages of a file that
 * an answer is based on.
 */
export const SERVER_TOOLS = ['search', 'fetch', 'code', 'pages'] as const;
export type ServerTool = (typeof SERVER_TOOLS)[number];

/** Where a tool's own price is known: US dollars for so many uses, or by the hour. */
export interface ServerToolPrice {
  usd: number;
  /** `free`: only the tokens of what it found cost something. */
  per: 'thousand-searches' | 'thousand-queries' | 'thousand-calls' | 'hour' | 'free';
}

export interface ServerToolRow {
  /** The entry of the list of tools. Absent where a setting of the request asks for it. */
  declare?: Readonly<Record<string, unknown>>;
  /** Absent where the price is not known. */
  price?: ServerToolPrice;
}

/** What a vendor offers of its own, in one protocol. */
export interface VendorServerTools {
  protocol: Protocol;
  tools: Readonly<Partial<Record<ServerTool, ServerToolRow>>>;
  /** `false`: these models take them only without tools of the user. Names are in lower case. */
  besideFunctions?: (model: string) => boolean;
  /** Values for the body's `include`, so that answers have what others can read of them (W2). */
  include?: readonly string[];
  /** Fields that go along with tools of the user. */
  withFunctions?: Readonly<Record<string, unknown>>;
}

/** The tools of the vendor's own that a request declares. */
export interface DeclaredTools {
  names: readonly ServerTool[];
  tools: readonly Readonly<Record<string, unknown>>[];
  include?: readonly string[];
  withFunctions?: Readonly<Record<string, unknown>>;
  /** Answers say which pages of a file they are based on. */
  citeFiles?: true;
}

/** Whether the vendor itself searches the web or reads its pages. */
export function usesWeb(names: readonly ServerTool[]): boolean {
  return names.includes('search') || names.includes('fetch');
}
