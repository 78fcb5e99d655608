import { useEffect, useState } from 'react';
import { createDrawing, type Drawn } from '#markdown/drawing.ts';
import { nextTurn } from '#ui/kit/time/next-turn.ts';
import { textClient } from './text-client.ts';

/** What is drawn of a text now. More follows in turns of its own. */
export function useDrawing(text: string, streaming: boolean): Drawn {
  const [turn, setTurn] = useState(0);
  const [drawing] = useState(() => createDrawing(textClient.read, () => setTurn((last) => last + 1)));
  const drawn = drawing.draw(text, streaming, turn);
  const { more } = drawn;
  useEffect(() => (more ? nextTurn(() => setTurn(turn + 1)) : undefined), [more, turn]);
  useEffect(() => drawing.end, [drawing]);
  return drawn;
}
