import type { ListStart } from '#core/list-start.ts';
import type { BodyConversation, SplitBody } from '#core/wire/conversation.ts';
import { object } from '#core/wire/json.ts';
import { Utf8Hash } from './utf8-hash.ts';

/** A body as it is sent. */
export interface WrittenBody {
  /** As `JSON.stringify` writes it. */
  text: string;
  /** Bodies with equal digests have equal texts. */
  digest: string;
}

/** Elements of a list. */
interface WrittenElements {
  /** Without brackets. */
  text: string;
  hash: Utf8Hash;
}

interface WrittenStart extends WrittenElements {
  /** The text of the elements before the conversation. */
  leading: string;
  elements: ListStart<unknown>;
}

/** Tells these digests from those of earlier builds, which are 32 hex digits. */
const KIND = 'utf8:';

/** Whether a digest was made by an earlier build, of the canonical JSON of a body. */
export const isCanonicalDigest = (digest: string): boolean => !digest.startsWith(KIND);

/**
 * Texts and digests of the bodies of one conversation. Goes on after the elements that an earlier body began with. A
 * digest has each list of the body by its elements, so that it is the same whatever was written before.
 */
export class BodyText {
  #start: WrittenStart | null = null;

  write({ body, field, conversation }: SplitBody): WrittenBody {
    return writeBody(body, (key, value) => (key === field ? this.#writeList(conversation) : listIn(value)));
  }

  #writeList({ leading, start, end }: BodyConversation): WrittenElements {
    const before = written(leading);
    const known = this.#start?.leading === before.text && start.beginsWith(this.#start.elements) ? this.#start : null;
    const begun = known ? { text: known.text, hash: known.hash.copy() } : { text: before.text, hash: before.hash };
    const shared = add(begun, start.slice(known?.elements.length));
    this.#start = { text: shared.text, hash: shared.hash.copy(), leading: before.text, elements: start };
    return add(shared, end);
  }
}

/** The digest that `BodyText` gives a body. */
export const bodyDigest = (body: unknown): string => writeBody(object(body), (_key, value) => listIn(value)).digest;

/** `listOf`: the elements of a value that is a list. */
function writeBody(
  body: Readonly<Record<string, unknown>>,
  listOf: (key: string, value: unknown) => WrittenElements | null,
): WrittenBody {
  let text = '';
  const hash = new Utf8Hash();
  for (const [key, value] of Object.entries(body)) {
    if (value === undefined) continue;
    const list = listOf(key, value);
    const own = list ? `[${list.text}]` : JSON.stringify(value);
    const name = JSON.stringify(key);
    // Adding to the end copies nothing, however long the text is.
    text += `${text === '' ? '{' : ','}${name}:${own}`;
    hash.add(name).add(list ? list.hash.hex() : own);
  }
  return { text: text === '' ? '{}' : `${text}}`, digest: `${KIND}${hash.hex()}` };
}

const listIn = (value: unknown): WrittenElements | null => (Array.isArray(value) ? written(value) : null);

const written = (elements: readonly unknown[]) => add({ text: '', hash: new Utf8Hash() }, elements);

/**
 * Writes elements after others. Each by itself: one long text is copied again and again while it grows, which takes as
 * long as to write it.
 */
function add({ text, hash }: WrittenElements, elements: readonly unknown[]): WrittenElements {
  let all = text;
  for (const element of elements) {
    const own = JSON.stringify(element) ?? 'null';
    all += all === '' ? own : `,${own}`;
    hash.add(own);
  }
  return { text: all, hash };
}
