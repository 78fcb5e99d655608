import { z } from 'zod';

const Secret = z.string().regex(/^[\w-]{43}$/);

/** POST /api/windows: the only call without a token. */
export const OpenWindow = z.strictObject({ ticket: z.string().min(1).max(200) });
export type OpenWindow = z.infer<typeof OpenWindow>;

/** The response. */
export const WindowKey = z.object({
  /** For every further call. Must stay in memory only. */
  token: Secret,
  /** A ticket that gives the same window a new token after a reload. It gives nothing while the window is connected. */
  comeback: Secret,
});
export type WindowKey = z.infer<typeof WindowKey>;

/** POST /api/windows/tickets: the response has a ticket for one more window of the same page. */
export const WindowTicket = z.object({ ticket: Secret });
export type WindowTicket = z.infer<typeof WindowTicket>;
