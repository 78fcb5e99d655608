import { createContext, use } from 'react';
import type { Rescue } from '#history/rescue/create-rescue.ts';
import type { Room } from '#state/room.ts';
import type { RescueNotices } from '#state/rescue-notices.ts';

export interface RescueServices {
  rescue: Rescue;
  /** The history of earlier builds, which had another address. */
  move: {
    /** Whether there may be one there still. */
    isOpen: () => Promise<boolean>;
    /** Leaves for the former address. */
    begin: () => Promise<void>;
  };
  notices: RescueNotices;
  room: Pick<Room, 'store'>;
  /** Loads the window again, after a change of the database in use. */
  reload: () => void;
}

export const RescueContext = createContext<RescueServices | null>(null);

export function useRescue(): RescueServices {
  const services = use(RescueContext);
  if (!services) throw new Error('RescueContext is missing');
  return services;
}
