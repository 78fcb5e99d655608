import { z } from 'zod';

/** POST /api/shell/open-external. The page has shown the full address, and the user agreed. */
export const OpenExternal = z.object({ url: z.string().min(1).max(2048) });
/** `opened: false` in browser mode: the page opens the link itself. */
export const OpenExternalResult = z.object({ opened: z.boolean(), url: z.string() });
export type OpenExternalResult = z.infer<typeof OpenExternalResult>;
