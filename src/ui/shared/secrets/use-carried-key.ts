import { useState } from 'react';

/** A key that was pasted for one vendor and is on its way to the form of another. */
export interface CarriedKey {
  key: string;
  /** The form has it. */
  taken: () => void;
}

interface Carrying {
  /** Brings a key to the form of this connection, which is opened. */
  carry: (connection: string, key: string) => void;
  carriedTo: (connection: string) => CarriedKey | null;
}

export function useCarriedKey(): Carrying {
  const [carried, setCarried] = useState<{ connection: string; key: string } | null>(null);
  return {
    carry: (connection, key) => setCarried({ connection, key }),
    carriedTo: (connection) =>
      carried?.connection === connection ? { key: carried.key, taken: () => setCarried(null) } : null,
  };
}
