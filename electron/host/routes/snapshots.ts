import type { snapshotEndpoints } from '#contract/snapshot.ts';
import type { Handlers } from '../base/to-routes.ts';
import type { HostServices } from './host-services.ts';

/** Snapshots of the history. */
export function snapshotHandlers({ snapshots }: HostServices): Handlers<typeof snapshotEndpoints> {
  return {
    list: () => snapshots.list(),
    begin: ({ body }) => snapshots.begin(body),
    change: ({ body }) => snapshots.change(body),
    async read({ params }) {
      const { bytes, body } = await snapshots.read(params.id);
      return new Response(body, {
        headers: { 'content-type': 'application/zip', 'content-length': String(bytes), 'cache-control': 'no-store' },
      });
    },
    remove: ({ params }) => snapshots.remove(params.id),
    put: async ({ params, body }) => ({ received: await snapshots.add(params.id, params.at, body) }),
    finish: ({ params, body }) => snapshots.finish(params.id, body),
    verify: ({ params, body }) => snapshots.verify(params.id, body),
  };
}
