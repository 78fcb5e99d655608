import {
  FinishSnapshot,
  NewSnapshot,
  type SnapshotReceived,
  SnapshotSettingsPatch,
  VerifySnapshot,
} from '#contract/snapshot.ts';
import type { HostServices } from './host-services.ts';
import { HostError } from '../base/problem.ts';
import { readBytes, readJson } from '../base/read-body.ts';
import { PART_BYTES } from '../snapshots/snapshot-store.ts';
import { type Route, json, noContent } from '../base/route.ts';

function readOffset(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new HostError('bad_request', 'A part begins at a whole number of bytes.');
  return Number(text);
}

/**
 * Routes for snapshots of the history. A page sends them in parts: over HTTP/1.1 no browser streams a request's body
 * (fetch specification, `duplex`; measured with Chromium 156), and a part can be sent again.
 */
export function snapshotRoutes({ snapshots }: HostServices): Route[] {
  return [
    {
      path: '/api/snapshots',
      methods: {
        GET: async () => json(await snapshots.list()),
        POST: async ({ request }) => json(await snapshots.begin(await readJson(request, NewSnapshot)), 201),
        PATCH: async ({ request }) => json(await snapshots.change(await readJson(request, SnapshotSettingsPatch))),
      },
    },
    {
      path: '/api/snapshots/:id',
      methods: {
        async GET({ param }) {
          const { bytes, body } = await snapshots.read(param('id'));
          return new Response(body, {
            headers: {
              'content-type': 'application/zip',
              'content-length': String(bytes),
              'cache-control': 'no-store',
            },
          });
        },
        async DELETE({ param }) {
          await snapshots.remove(param('id'));
          return noContent();
        },
      },
    },
    {
      path: '/api/snapshots/:id/parts/:at',
      methods: {
        async PUT({ request, param }) {
          const at = readOffset(param('at'));
          const received = await snapshots.add(param('id'), at, await readBytes(request, PART_BYTES));
          return json({ received } satisfies SnapshotReceived);
        },
      },
    },
    {
      path: '/api/snapshots/:id/finish',
      methods: {
        POST: async ({ request, param }) =>
          json(await snapshots.finish(param('id'), await readJson(request, FinishSnapshot))),
      },
    },
    {
      path: '/api/snapshots/:id/verify',
      methods: {
        POST: async ({ request, param }) =>
          json(await snapshots.verify(param('id'), await readJson(request, VerifySnapshot))),
      },
    },
  ];
}
