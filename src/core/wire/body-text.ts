import { beginsWith } from '../begins-with.ts';

/** The text of a list's first elements, without brackets. */
interface WrittenStart {
  elements: readonly unknown[];
  text: string;
}

/**
 * JSON texts of the bodies of one conversation, as `JSON.stringify` writes them. Goes on after the elements that an
 * earlier body began with. Elements are compared by identity.
 */
export class BodyText {
  #start: WrittenStart = { elements: [], text: '' };

  /** Later bodies may begin with the same `settled` elements after the first `leading` ones. */
  stringify(body: object, field: string, { leading, settled }: { leading: number; settled: number }): string {
    let text = '';
    for (const [key, value] of Object.entries(body) as [string, unknown][]) {
      const isList = key === field && Array.isArray(value);
      const written = isList ? this.#listText(value, leading, settled) : JSON.stringify(value);
      // Adding to the end copies nothing, however long the text is.
      if (written !== undefined) text += `${text === '' ? '{' : ','}${JSON.stringify(key)}:${written}`;
    }
    return text === '' ? '{}' : `${text}}`;
  }

  #listText(list: readonly unknown[], leading: number, settled: number): string {
    if (!beginsWith(list, this.#start.elements, leading)) this.#start = { elements: [], text: '' };
    const known = this.#start.elements.length;
    if (settled > known)
      this.#start = {
        elements: list.slice(leading, leading + settled),
        text: joined(this.#start.text, elementsText(list.slice(leading + known, leading + settled))),
      };
    const before = joined(elementsText(list.slice(0, leading)), this.#start.text);
    return `[${joined(before, elementsText(list.slice(leading + this.#start.elements.length)))}]`;
  }
}

function elementsText(elements: readonly unknown[]): string {
  return JSON.stringify(elements).slice(1, -1);
}

function joined(before: string, after: string): string {
  return before === '' || after === '' ? before + after : `${before},${after}`;
}
