import { createHash, type Hash } from 'node:crypto';
import { digest } from '../base/digest.ts';
import { canonical, isObject, type Json, objects } from '../base/json.ts';

/** Fields that may change without changing what the model reads. */
const UNREAD: ReadonlySet<string> = new Set(['cache_control']);

/**
 * Digests of what came before a thinking block, one per part, so that a refusal can name the part that differs (A24).
 */
export interface PrefixMark {
  system: string;
  tools: string;
  messages: string;
}

const textBlocks = (content: unknown): unknown =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content;

/** Normalizes content: strings become text blocks, null counts as absent, and an error flag that is off is dropped. */
function plain(block: Json): Json {
  const significant = Object.entries(block).filter(([, value]) => value !== null && value !== false);
  const fields = Object.fromEntries(significant);
  return 'content' in fields ? { ...fields, content: plainContent(fields.content) } : fields;
}

const plainContent = (content: unknown): unknown => {
  const blocks = textBlocks(content);
  return Array.isArray(blocks) ? blocks.map((one: unknown) => (isObject(one) ? plain(one) : one)) : blocks;
};

/**
 * Reads a request from the start and gives the digest of everything before any place in it. Thinking itself doesn't
 * count.
 */
export class PrefixReader {
  readonly #system: string;
  readonly #tools: string;
  readonly #messages: Hash;
  #role: string;

  private constructor(system: string, tools: string, messages: Hash, role: string) {
    this.#system = system;
    this.#tools = tools;
    this.#messages = messages;
    this.#role = role;
  }

  static of(body: Json): PrefixReader {
    // Adding a deferred tool is no change: it is not in the prompt until it is loaded.
    const tools = objects(body.tools).filter((tool) => tool.defer_loading !== true);
    return new PrefixReader(
      digest(canonical(plainContent(body.system ?? []), UNREAD)),
      digest(canonical(tools, UNREAD)),
      createHash('sha256'),
      '',
    );
  }

  /** Returns a second reader at this place, to continue with an answer. */
  fork(): PrefixReader {
    return new PrefixReader(this.#system, this.#tools, this.#messages.copy(), this.#role);
  }

  add(role: string, block: Json): void {
    if (role !== this.#role) this.#messages.update(`\n${role}\n`);
    this.#role = role;
    this.#messages.update(canonical(plain(block), UNREAD)).update(',');
  }

  mark(): PrefixMark {
    return { system: this.#system, tools: this.#tools, messages: this.#messages.copy().digest('hex').slice(0, 16) };
  }
}

const CHANGES: Readonly<Record<keyof PrefixMark, string>> = {
  system: 'The `system` prompt differs from the one this block was created with.',
  tools: 'The `tools` differ from the ones this block was created with.',
  messages: 'The messages before this block differ from the ones it was created with.',
};

/** Returns a text that describes the difference, or null. */
export function describeChange(then: PrefixMark, now: PrefixMark): string | null {
  const parts = ['system', 'tools', 'messages'] as const;
  const changed = parts.find((part) => then[part] !== now[part]);
  return changed === undefined ? null : CHANGES[changed];
}
