import { useEffect, useState } from 'react';
import type { Block } from '#markdown/ast.ts';
import { createDrawing } from '#markdown/drawing.ts';
import { nextTurn } from '#ui/kit/time/next-turn.ts';
import { textClient } from './text-client.ts';

/** The blocks of a text that are drawn now. More follow in turns of their own. */
export function useDrawing(text: string, streaming: boolean): readonly Block[] {
  const [turn, setTurn] = useState(0);
  const [drawing] = useState(() => createDrawing(textClient.read, () => setTurn((last) => last + 1)));
  const { blocks, more } = drawing.draw(text, streaming, turn);
  useEffect(() => (more ? nextTurn(() => setTurn(turn + 1)) : undefined), [more, turn]);
  useEffect(() => drawing.end, [drawing]);
  return blocks;
}
