import type { shellEndpoints } from '#contract/shell.ts';
import { reasonText } from '#core/reasons.ts';
import { HostError } from '../base/problem.ts';
import type { HostServices } from './host-services.ts';
import type { Handlers } from '../base/to-routes.ts';

const SCHEMES = new Set(['https:', 'http:', 'mailto:']);
// oxlint-disable-next-line no-control-regex -- control characters are exactly what is refused
const HIDDEN = /[\u0000-\u0020\u007f\\]/;

/** First of two checks; the shell makes its own before it passes anything to the operating system (security.md S13). */
function readUrl(text: string): string {
  const url = HIDDEN.test(text) || !URL.canParse(text) ? null : new URL(text);
  if (!url || !SCHEMES.has(url.protocol) || url.username || url.password)
    throw new HostError('bad_request', reasonText('address.links'));
  return url.href;
}

export function shellHandlers({ deps }: HostServices): Handlers<typeof shellEndpoints> {
  return {
    async openExternal({ body }) {
      const url = readUrl(body.url);
      const opened = deps.openExternal ? await deps.openExternal(url) : false;
      return { opened, url };
    },
  };
}
