import type { syncEndpoints } from '#contract/sync.ts';
import { HostError } from '../base/problem.ts';
import type { Handlers } from '../base/to-routes.ts';
import type { HostServices } from './host-services.ts';

/** The sync log at the user's remote. */
export function syncHandlers({ sync }: HostServices): Handlers<typeof syncEndpoints> {
  return {
    state: () => sync.state(),
    join: ({ body }) => sync.join(body),
    leave: () => sync.leave(),
    addressOf: ({ body }) => ({ address: sync.addressOf(body) }),
    list: async ({ body }) => ({ logs: await sync.logs(body) }),
    read: async ({ params }) => ({ text: await sync.read(params.device, params.counter) }),
    write: async ({ params, body }) => ({ created: await sync.write(params.device, params.counter, body.text) }),
    blobParts: async ({ params }) => ({ of: await sync.blobParts(params.hash) }),
    async readBlob({ params }) {
      const bytes = await sync.readBlob(params.hash, params.part);
      return new Response(Uint8Array.from(bytes), { headers: { 'content-type': 'application/octet-stream' } });
    },
    async writeBlob({ params, body, request }) {
      if (request.headers.get('content-type') !== 'application/octet-stream')
        throw new HostError('unsupported_media_type');
      await sync.writeBlob(params.hash, params.part, params.of, body);
    },
  };
}
