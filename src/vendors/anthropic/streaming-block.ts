import { parseArguments } from '../base/tool-arguments.ts';

type Fields = Record<string, unknown>;

const citationsOf = ({ citations }: Fields): unknown[] => (Array.isArray(citations) ? citations : []);

/**
 * A vendor block while it streams. Its deltas may be of an unknown kind: text is appended to the text of the same name,
 * a citation joins the others, anything else replaces the value. The SDK builds every block it knows this way, except for the input of a call, which
 * arrives as fragments of JSON.
 */
export class StreamingBlock {
  #block: Fields;
  #input = '';

  constructor(start: object) {
    this.#block = { ...start };
  }

  grow(delta: object): void {
    const entries: [string, unknown][] = Object.entries(delta);
    for (const [name, value] of entries) {
      if (name === 'type') continue;
      const before = this.#block[name];
      if (name === 'partial_json') this.#input += String(value);
      else if (name === 'citation') this.#block['citations'] = [...citationsOf(this.#block), value];
      else this.#block[name] = typeof before === 'string' && typeof value === 'string' ? before + value : value;
    }
  }

  finished(): Fields {
    return this.#input === '' ? this.#block : { ...this.#block, input: parseArguments(this.#input).args };
  }
}
