import { ListStart } from '../list-start.ts';
import type { BodyConversation, SplitBody } from './conversation.ts';

/** The text of a list's first elements, without brackets. */
interface WrittenStart {
  elements: ListStart<unknown>;
  text: string;
}

const nothingWritten = (): WrittenStart => ({ elements: ListStart.of<unknown>(), text: '' });

/**
 * JSON texts of the bodies of one conversation, as `JSON.stringify` writes them. Goes on after the elements that an
 * earlier body began with.
 */
export class BodyText {
  #start = nothingWritten();

  stringify({ body, field, conversation }: SplitBody): string {
    let text = '';
    for (const [key, value] of Object.entries(body)) {
      const written = key === field ? this.#listText(conversation) : JSON.stringify(value);
      // Adding to the end copies nothing, however long the text is.
      if (written !== undefined) text += `${text === '' ? '{' : ','}${JSON.stringify(key)}:${written}`;
    }
    return text === '' ? '{}' : `${text}}`;
  }

  #listText({ leading, start, end }: BodyConversation): string {
    if (!start.beginsWith(this.#start.elements)) this.#start = nothingWritten();
    const known = this.#start.elements.length;
    if (start.length > known)
      this.#start = { elements: start, text: joined(this.#start.text, elementsText(start.slice(known))) };
    return `[${joined(joined(elementsText(leading), this.#start.text), elementsText(end))}]`;
  }
}

/** Each by itself: one long text is copied again and again while it grows, which takes as long as to write it. */
function elementsText(elements: readonly unknown[]): string {
  let text = '';
  for (const element of elements) text = joined(text, JSON.stringify(element) ?? 'null');
  return text;
}

function joined(before: string, after: string): string {
  return before === '' || after === '' ? before + after : `${before},${after}`;
}
