import type { journalEndpoints } from '#contract/journal.ts';
import type { Handlers } from '../base/to-routes.ts';
import type { HostServices } from './host-services.ts';

const headers = (type: string) => ({ headers: { 'content-type': type, 'cache-control': 'no-store' } });

/** The journals: a second copy of every row finished since the last snapshot. */
export function journalHandlers({ deps, journals }: HostServices): Handlers<typeof journalEndpoints> {
  return {
    list: () => journals.list(),
    change: ({ body }) => journals.change(body.on),
    remove: ({ params }) => journals.remove(params.profile),
    records: async ({ params }) =>
      new Response(await journals.records(params.profile), headers('application/x-ndjson')),
    append: ({ params, body }) => journals.append(params.profile, body),
    blob: async ({ params }) =>
      new Response(await journals.blob(params.profile, params.hash), headers('application/octet-stream')),
    putBlob: ({ params, body }) => journals.putBlob(params.profile, params.hash, body),
    check: ({ params, body }) => journals.check(params.profile, body),
    begin: async ({ params }) => ({ segment: await journals.begin(params.profile) }),
    rebase: ({ params, body }) => journals.rebase(params.profile, body),
    move: ({ params, body }) => journals.move(params.profile, body.to),
    async clearSiteData() {
      if (!deps.setStoreAside) return new Response(null, { status: 204, headers: { 'clear-site-data': '"storage"' } });
      await deps.setStoreAside();
      return undefined;
    },
  };
}
