import { createContext, use } from 'react';
import type { Rescue } from '#flows/rescue/create-rescue.ts';
import type { Room } from '#state/room.ts';
import type { Move } from '#ui/start/create-move.tsx';
import type { RescueNotices } from '#state/rescue-notices.ts';

export interface RescueServices {
  rescue: Rescue;
  move: Pick<Move, 'isOpen' | 'begin'>;
  notices: RescueNotices;
  room: Pick<Room, 'store'>;
  /** Loads the window again, behind a change of the database in use. */
  reload: () => void;
}

export const RescueContext = createContext<RescueServices | null>(null);

export function useRescue(): RescueServices {
  const services = use(RescueContext);
  if (!services) throw new Error('RescueContext is missing');
  return services;
}
