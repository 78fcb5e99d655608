import { beginsWith } from '../begins-with.ts';
import { CanonicalHash } from '../canonical-digest.ts';

interface DigestedStart {
  /** Digest of what a body has before these elements. */
  before: string;
  elements: readonly unknown[];
  hash: CanonicalHash;
}

/**
 * Digests of the bodies of one conversation, each as `canonicalDigest` gives it. Goes on after the elements that an
 * earlier body began with. Elements are compared by identity.
 */
export class ListDigest {
  #start: DigestedStart | null = null;

  /** Later bodies may begin with the same `settled` elements after the first `leading` ones. */
  digest(body: object, field: string, { leading, settled }: { leading: number; settled: number }): string {
    const hash = new CanonicalHash();
    hash.addObject(body, (key, value) => {
      if (key !== field || !Array.isArray(value)) return false;
      this.#addList(hash, value, leading, settled);
      return true;
    });
    return hash.hex();
  }

  #addList(hash: CanonicalHash, list: readonly unknown[], leading: number, settled: number): void {
    for (let index = 0; index < leading; index++) hash.addElement(list[index], index);
    const before = hash.hex();
    const start = this.#start;
    let index = leading;
    if (start?.before === before && beginsWith(list, start.elements, leading)) {
      hash.become(start.hash);
      index += start.elements.length;
    }
    for (; index < list.length; index++) {
      hash.addElement(list[index], index);
      if (index === leading + settled - 1)
        this.#start = { before, elements: list.slice(leading, leading + settled), hash: hash.copy() };
    }
    hash.endList(list.length);
  }
}
