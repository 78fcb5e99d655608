import { parseArguments } from '../base/tool-arguments.ts';

type Fields = Record<string, unknown>;

/**
 * A block of the vendor's own while it streams. Its deltas may be of a kind that is not known yet: text goes behind the
 * text of the same name, anything else takes its place. That is how the SDK builds every block it knows, but for the
 * input of a call, which arrives as pieces of JSON.
 */
export class StreamingBlock {
  #block: Fields;
  #input = '';

  constructor(opening: object) {
    this.#block = { ...opening };
  }

  grow(delta: object): void {
    const entries: [string, unknown][] = Object.entries(delta);
    for (const [name, value] of entries) {
      if (name === 'type') continue;
      const before = this.#block[name];
      if (name === 'partial_json') this.#input += String(value);
      else this.#block[name] = typeof before === 'string' && typeof value === 'string' ? before + value : value;
    }
  }

  finished(): Fields {
    return this.#input === '' ? this.#block : { ...this.#block, input: parseArguments(this.#input).args };
  }
}
