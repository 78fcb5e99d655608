import type { Block } from './ast.ts';

/** Headings of a text are below the heading of its message and never skip a level, whatever the author wrote. */
const TAGS = ['h3', 'h4', 'h5', 'h6'] as const;
export type HeadingTag = (typeof TAGS)[number];

/** Depths that occur in the text, smallest first. */
export function depthsOf(blocks: readonly Block[]): number[] {
  const depths = new Set(blocks.map((block) => (block.type === 'heading' ? block.depth : 0)));
  depths.delete(0);
  return [...depths].sort((a, b) => a - b);
}

export function headingTag(depth: number, depths: readonly number[]): HeadingTag {
  const rank = Math.max(0, depths.indexOf(depth));
  return TAGS[Math.min(rank, TAGS.length - 1)] ?? 'h6';
}
