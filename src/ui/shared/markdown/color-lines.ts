import type { Element, RootContent } from 'hast';
import type { ColoredPart } from '#markdown/worker/text-messages.ts';

/** The colors of each line of a text. What spans several lines is divided. */
export function colorLines(parts: readonly ColoredPart[]): RootContent[][] {
  return divide(parts.flatMap(({ nodes }) => nodes));
}

function divide(nodes: readonly RootContent[]): RootContent[][] {
  const lines: RootContent[][] = [[]];
  const add = (pieces: readonly RootContent[][]): void => {
    for (const [at, piece] of pieces.entries()) {
      if (at > 0) lines.push([]);
      lines.at(-1)?.push(...piece);
    }
  };
  for (const node of nodes) {
    if (node.type === 'text') add(node.value.split('\n').map((value) => (value === '' ? [] : [{ ...node, value }])));
    else if (node.type === 'element') add(divide(node.children).map((children) => [{ ...node, children } as Element]));
  }
  return lines;
}
