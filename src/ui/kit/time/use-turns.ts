import { useEffect, useState } from 'react';
import { nextTurn } from './next-turn.ts';

/** How many of this many parts to draw: one at first, and one more in each turn. */
export function useTurns(count: number): number {
  const [turns, setTurns] = useState(1);
  const more = turns < count;
  useEffect(() => (more ? nextTurn(() => setTurns(turns + 1)) : undefined), [more, turns]);
  return turns;
}
