import type { invitationEndpoints, windowEndpoints } from '#contract/windows.ts';
import { HostError } from '../base/problem.ts';
import type { Handlers } from '../base/to-routes.ts';
import type { WindowTokens } from '../base/window-tokens.ts';
import type { HostServices } from './host-services.ts';

/** Short, because a ticket for a window that another one opens is used at once. */
const LENT_MS = 60_000;

export function windowHandlers(windowKeys: WindowTokens): Handlers<typeof windowEndpoints> {
  return {
    async open({ body }) {
      const key = await windowKeys.redeem(body.ticket);
      if (!key) throw new HostError('unauthorized', 'This link was used before. Open Baton again.');
      return key;
    },
    issueTicket: () => ({ ticket: windowKeys.issue({ lifeMs: LENT_MS }) }),
  };
}

export function invitationHandlers({ windows }: HostServices): Handlers<typeof invitationEndpoints> {
  return { invite: ({ request }) => ({ code: windows.invite(request) }) };
}
