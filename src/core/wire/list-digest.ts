import { CanonicalHash } from '../canonical-digest.ts';
import type { ListStart } from '../list-start.ts';
import type { BodyConversation, SplitBody } from './conversation.ts';

interface DigestedStart {
  /** Digest of what a body has before these elements. */
  before: string;
  elements: ListStart<unknown>;
  hash: CanonicalHash;
}

/**
 * Digests of the bodies of one conversation, each as `canonicalDigest` gives it. Goes on after the elements that an
 * earlier body began with.
 */
export class ListDigest {
  #start: DigestedStart | null = null;

  digest({ body, field, conversation }: SplitBody): string {
    const hash = new CanonicalHash();
    hash.addObject(body, (key) => {
      if (key !== field) return false;
      this.#addList(hash, conversation);
      return true;
    });
    return hash.hex();
  }

  #addList(hash: CanonicalHash, { leading, start, end }: BodyConversation): void {
    let index = 0;
    for (const element of leading) hash.addElement(element, index++);
    const before = hash.hex();
    const known = this.#start?.before === before && start.beginsWith(this.#start.elements) ? this.#start : null;
    if (known) {
      hash.become(known.hash);
      index += known.elements.length;
    }
    for (const element of start.slice(known?.elements.length)) hash.addElement(element, index++);
    if (start.length > 0) this.#start = { before, elements: start, hash: hash.copy() };
    for (const element of end) hash.addElement(element, index++);
    hash.endList(index);
  }
}
