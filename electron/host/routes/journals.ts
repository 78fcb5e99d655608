import { z } from 'zod';
import {
  JournalBatch,
  JournalPatch,
  type JournalSegment,
  MAX_BATCH_BYTES,
  MAX_BLOB_BYTES,
  MoveJournal,
  NewBase,
  RowListing,
} from '#contract/journal.ts';
import type { HostServices } from './host-services.ts';
import { HostError } from '../base/problem.ts';
import { readBytes, readJson } from '../base/read-body.ts';
import { type Route, type RouteCall, json, noContent } from '../base/route.ts';

const Hash = z.string().regex(/^[0-9a-f]{64}$/);

function hashOf({ param }: RouteCall): string {
  const read = Hash.safeParse(param('hash'));
  if (!read.success) throw new HostError('bad_request', 'hash');
  return read.data;
}

/** Routes for the journals: a second copy of every row finished since the last snapshot. */
export function journalRoutes({ deps, journals }: HostServices): Route[] {
  return [
    {
      path: '/api/journals',
      methods: {
        GET: async () => json(await journals.list()),
        PATCH: async ({ request }) => json(await journals.change((await readJson(request, JournalPatch)).on)),
      },
    },
    {
      path: '/api/journals/:profile',
      methods: {
        async DELETE({ param }) {
          await journals.remove(param('profile'));
          return noContent();
        },
      },
    },
    {
      path: '/api/journals/:profile/records',
      methods: {
        GET: async ({ param }) =>
          new Response(await journals.records(param('profile')), {
            headers: { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' },
          }),
        POST: async ({ request, param }) =>
          json(await journals.append(param('profile'), await readJson(request, JournalBatch, MAX_BATCH_BYTES))),
      },
    },
    {
      path: '/api/journals/:profile/blobs/:hash',
      methods: {
        GET: async (call) =>
          new Response(await journals.blob(call.param('profile'), hashOf(call)), {
            headers: { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' },
          }),
        PUT: async (call) => {
          const bytes = await readBytes(call.request, MAX_BLOB_BYTES);
          await journals.putBlob(call.param('profile'), hashOf(call), bytes);
          return noContent();
        },
      },
    },
    {
      path: '/api/journals/:profile/check',
      methods: {
        POST: async ({ request, param }) =>
          json(await journals.check(param('profile'), await readJson(request, RowListing, MAX_BATCH_BYTES))),
      },
    },
    {
      path: '/api/journals/:profile/segments',
      methods: {
        POST: async ({ param }) => json({ segment: await journals.begin(param('profile')) } satisfies JournalSegment),
      },
    },
    {
      path: '/api/journals/:profile/base',
      methods: {
        async PUT({ request, param }) {
          await journals.rebase(param('profile'), await readJson(request, NewBase, MAX_BATCH_BYTES));
          return noContent();
        },
      },
    },
    {
      path: '/api/journals/:profile/move',
      methods: {
        async POST({ request, param }) {
          await journals.move(param('profile'), (await readJson(request, MoveJournal)).to);
          return noContent();
        },
      },
    },
    {
      path: '/api/site-data',
      methods: {
        /** Makes the browser delete everything stored for this origin, including data it can't open anymore. */
        async DELETE() {
          if (!deps.setStoreAside)
            return new Response(null, { status: 204, headers: { 'clear-site-data': '"storage"' } });
          await deps.setStoreAside();
          return noContent();
        },
      },
    },
  ];
}
