import { z } from 'zod/mini';
import type { Endpoints } from './endpoint.ts';
import { WindowInvitation } from './events.ts';

const Secret = z.string().check(z.regex(/^[\w-]{43}$/));

const OpenWindow = z.strictObject({ ticket: z.string().check(z.minLength(1), z.maxLength(200)) });

export const WindowKey = z.object({
  /** For every further call. Must stay in memory only. */
  token: Secret,
  /** A ticket that gives the same window a new token after a reload. It gives nothing while the window is connected. */
  comeback: Secret,
});
export type WindowKey = z.infer<typeof WindowKey>;

/** The windows of browser mode; in Electron the shell gives its window a token. */
export const windowEndpoints = {
  /** The only call without a token. */
  open: { route: 'POST /api/windows', body: OpenWindow, answer: WindowKey, status: 201 },
  /** A ticket for one more window of the same page. */
  issueTicket: {
    route: 'POST /api/windows/tickets',
    answer: z.pipe(
      z.object({ ticket: Secret }),
      z.transform(({ ticket }) => ticket),
    ),
    status: 201,
  },
} satisfies Endpoints;

export const invitationEndpoints = {
  invite: {
    route: 'POST /api/windows/invitations',
    answer: z.pipe(
      WindowInvitation,
      z.transform(({ code }) => code),
    ),
    by: 'window',
  },
} satisfies Endpoints;
