import type { Part, Role, Stop } from '#core/message.ts';
import type { Usage } from '#core/usage.ts';
import { VENDORS, type Origin, type Vendor } from '#core/vendor.ts';
import type { PackedFile } from '../../files.ts';
import type { Fields } from './fields.ts';
import { firstText, text } from './shape.ts';

export const SOURCES = [
  'chatgpt',
  'claude',
  'gemini',
  'deepseek',
  'grok',
  'librechat',
  'openwebui',
  'cherry',
  'chatbox',
  'lobechat',
  'sillytavern',
  'typingmind',
  'openai',
  'claude-code',
  'pi',
] as const;

export type Source = (typeof SOURCES)[number];

/** A file beside a message: its bytes where the export has them. */
export interface ImportedFile {
  type: 'attachment';
  name: string;
  /** The program does not say what it is called: an id, an address or a kind stands in. */
  unnamed?: true;
  mime?: string;
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
  /** Only holds the tree together: its children hang on its parent. */
  hollow?: boolean;
  /**
   * What earlier versions of Baton read here, where that was something else: a stored message with these words is this
   * one, and stays as it is.
   */
  earlier?: readonly ImportedPart[];
}

export interface ImportedFolder {
  /** The source's own id. */
  id: string;
  name: string;
  /** The folder that it is in. */
  above?: ImportedFolder;
}

export interface ImportedConversation {
  source: Source;
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
  /** Through which all of it was read. */
  fields: Pick<Fields, 'unread'>;
  /** In any order. */
  messages: ImportedMessage[];
  /** End of the chosen path; the newest end where the source does not say. */
  leafId?: string | null;
}

/** Whatever there is no part for: kept whole, shown as what it is, sent to nobody. Nothing is no part. */
export function rawPart(source: Source, kind: string, value: unknown): ImportedPart[] {
  const data = JSON.stringify(value) ?? 'null';
  return data === 'null' || data === '{}'
    ? []
    : [{ type: 'vendor_block', kind: `${source}:${kind || 'unknown'}`, data }];
}

/** What a file is called; where that is not said, the first of `standIns` that says something stands in. */
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
 * Who answered, as far as names tell. The endpoint is none that requests go to, so nothing opaque is ever sent back on
 * the strength of a guess.
 */
export function importedOrigin(source: Source, model: string, provider = '', vendor?: Vendor): Origin | undefined {
  if (model === '' && provider === '') return undefined;
  const named = VENDORS.find((one) => one === provider.toLowerCase());
  const guessed = BY_NAME.find(([pattern]) => pattern.test(model) || pattern.test(provider))?.[1];
  return { vendor: vendor ?? named ?? guessed ?? 'openai', model: model || provider, endpoint: `import:${source}` };
}
