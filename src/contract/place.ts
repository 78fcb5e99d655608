import { z } from 'zod/mini';
import type { Endpoints } from './endpoint.ts';

/** Where Baton keeps its data. */
export const DataPlace = z.object({
  home: z.string(),
  /** The folder is beside the program and goes along with it. */
  portable: z.boolean(),
  /** Keys that the keychain of a computer has sealed, which a portable Baton doesn't ask. */
  sealedKeys: z.boolean(),
  /** Whether Baton can open it in the system's file manager. */
  opens: z.boolean(),
});
export type DataPlace = z.infer<typeof DataPlace>;

export const placeEndpoints = {
  place: { route: 'GET /api/place', answer: DataPlace },
  /** Takes no address: it is always this folder. */
  openPlace: { route: 'POST /api/place/open', by: 'gesture' },
} satisfies Endpoints;
