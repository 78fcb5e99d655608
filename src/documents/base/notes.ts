import { TextWriter } from './text-writer.ts';

/** The footnotes and endnotes of a document, numbered in the order in which its text refers to them. */
export interface Notes {
  /** The mark of a note that is written elsewhere, for the place where the text refers to it. */
  refer(kind: string, id: string): string;
  /** What is written before the text of such a note; '' if nothing refers to it. */
  label(kind: string, id: string): string;
  /** Begins a note that is written inside of the text, and returns the writer for it. */
  open(writer: TextWriter): TextWriter;
  /** Ends it, and returns the writer of the text around it. */
  close(): TextWriter | undefined;
  /** The text of the notes that were written inside of the text. */
  toString(): string;
}

export function createNotes(): Notes {
  const numbers = new Map<string, number>();
  const inside = new TextWriter();
  const around: TextWriter[] = [];
  let count = 0;
  return {
    refer(kind, id) {
      const number = numbers.get(`${kind} ${id}`) ?? ++count;
      numbers.set(`${kind} ${id}`, number);
      return `[^${number}]`;
    },
    label(kind, id) {
      const number = numbers.get(`${kind} ${id}`);
      return number === undefined ? '' : `[^${number}]: `;
    },
    open(writer) {
      const mark = `[^${++count}]`;
      writer.text(mark);
      around.push(writer);
      inside.breakOff();
      inside.text(`${mark}: `);
      return inside;
    },
    close: () => around.pop(),
    toString: () => inside.toString(),
  };
}

/** Writes the notes that were written inside of the text below it. */
export function writeNotes(notes: Notes, writer: TextWriter): void {
  const text = notes.toString();
  if (text === '') return;
  writer.heading('[Footnotes]');
  writer.text(text);
  writer.paragraph();
}
