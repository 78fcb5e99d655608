import type { Part, Role, Stop } from '#core/message.ts';
import type { Usage } from '#core/usage.ts';
import { VENDORS, type Origin, type Vendor } from '#core/vendor.ts';
import type { PackedFile } from '../../files.ts';
import type { Fields } from './fields.ts';
import { firstText, text } from './shape.ts';

/** A file attached to a message, with its bytes if the export contains them. */
export interface ImportedFile {
  type: 'attachment';
  name: string;
  /** The program doesn't store a name: an id, an address or a kind is used instead. */
  unnamed?: true;
  mime?: string;
  /** Part of the result before it. */
  ofResult?: true;
  content: PackedFile | Uint8Array<ArrayBuffer> | null;
}

export type ImportedPart = Exclude<Part, { type: 'image' | 'file' }> | ImportedFile;

export interface ImportedMessage {
  /** The source's own id, unique in its conversation. */
  id: string;
  parentId: string | null;
  role: Role;
  parts: ImportedPart[];
  origin?: Origin;
  createdAt?: number | null;
  stop?: Stop;
  usage?: Usage;
  error?: string;
  /** Only connects the tree: its children are attached to its parent. */
  hollow?: boolean;
  /**
   * What earlier versions of Baton read here, if different. A stored message with this text is the same message and
   * stays unchanged.
   */
  earlier?: readonly ImportedPart[];
}

export interface ImportedFolder {
  /** The source's own id. */
  id: string;
  name: string;
  /** The folder that contains it. */
  above?: ImportedFolder;
}

export interface ImportedConversation {
  /** The program's key in the table of importers. */
  source: string;
  /** The source's own id. */
  id: string;
  title: string;
  createdAt?: number | null;
  updatedAt?: number | null;
  system?: string;
  pinned?: boolean;
  archived?: boolean;
  tags?: readonly string[];
  folder?: ImportedFolder | null;
  /** The tracker through which all of it was read. */
  fields: Pick<Fields, 'unread'>;
  /** In any order. */
  messages: ImportedMessage[];
  /** End of the selected path; the newest leaf if the source doesn't say. */
  leafId?: string | null;
}

/** A value without a matching part: stored unchanged, shown as raw data, never sent. Empty values become no part. */
export function rawPart(source: string, kind: string, value: unknown): ImportedPart[] {
  const data = JSON.stringify(value) ?? 'null';
  return data === 'null' || data === '{}'
    ? []
    : [{ type: 'vendor_block', kind: `${source}:${kind || 'unknown'}`, data }];
}

/** The name of a file, or the first non-empty entry of `standIns`. */
export function givenName(name: unknown, ...standIns: unknown[]): Pick<ImportedFile, 'name' | 'unnamed'> {
  return text(name) === '' ? { name: firstText(...standIns), unnamed: true } : { name: text(name) };
}

export function textPart(text: string): ImportedPart[] {
  return text.trim() === '' ? [] : [{ type: 'text', text }];
}

const BY_NAME: readonly [RegExp, Vendor][] = [
  [/claude|anthropic/i, 'anthropic'],
  [/gemini|palm|google|vertex/i, 'gemini'],
  [/deepseek/i, 'deepseek'],
  [/mistral|mixtral|codestral|magistral/i, 'mistral'],
  [/grok|\bxai\b/i, 'xai'],
];

/**
 * Who answered, as far as names show. No request ever goes to this endpoint, so opaque state is never sent back based
 * on a guess.
 */
export function importedOrigin(source: string, model: string, provider = '', vendor?: Vendor): Origin | undefined {
  if (model === '' && provider === '') return undefined;
  const named = VENDORS.find((one) => one === provider.toLowerCase());
  const guessed = BY_NAME.find(([pattern]) => pattern.test(model) || pattern.test(provider))?.[1];
  return { vendor: vendor ?? named ?? guessed ?? 'openai', model: model || provider, endpoint: `import:${source}` };
}
