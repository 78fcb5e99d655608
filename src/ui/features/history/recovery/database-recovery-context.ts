import { createContext, use } from 'react';
import type { DatabaseRecovery } from '#history/recovery/create-database-recovery.ts';
import type { StorageQuota } from '#state/storage-quota.ts';
import type { RepairNotices } from '#state/repair-notices.ts';

export interface RescueServices {
  rescue: DatabaseRecovery;
  /** The history of earlier builds, which had another address. */
  move: {
    /** Whether there may still be one there. */
    isOpen: () => Promise<boolean>;
    /** Navigates to the former address. */
    begin: () => Promise<void>;
  };
  notices: RepairNotices;
  room: Pick<StorageQuota, 'store'>;
  /** Reloads the window after a switch of the database in use. */
  reload: () => void;
}

export const DatabaseRecoveryContext = createContext<RescueServices | null>(null);

export function useDatabaseRecovery(): RescueServices {
  const services = use(DatabaseRecoveryContext);
  if (!services) throw new Error('RescueContext is missing');
  return services;
}
