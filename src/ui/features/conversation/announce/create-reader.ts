import { createBlockReader } from '#markdown/block-reader.ts';
import { blocksText } from '#markdown/plain-excerpt.ts';

type Names = Parameters<typeof blocksText>[1];

/** Reads a growing Markdown text as plain text. */
export function createReader(names: Names): (text: string) => string {
  const reader = createBlockReader();
  return (text) => blocksText(reader.read(text, true), names);
}
