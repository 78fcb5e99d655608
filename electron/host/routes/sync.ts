import { z } from 'zod';
import { BLOB_PART_BYTES, JoinSync, SyncRemote } from '#contract/sync.ts';
import type { HostServices } from './host-services.ts';
import { HostError } from '../base/problem.ts';
import { readBytes, readJson } from '../base/read-body.ts';
import { type Route, type RouteCall, json, noContent } from '../base/route.ts';

/** Longer than any object the page creates. */
const MAX_TEXT_LENGTH = 128 * 1024 ** 2;

const Device = z.string().regex(/^[0-9a-z]{8,40}$/);
const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const Count = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform(Number);

function part<T>(schema: z.ZodType<T>, { param }: RouteCall, name: string): T {
  const read = schema.safeParse(param(name));
  if (!read.success) throw new HostError('bad_request', name);
  return read.data;
}

/**
 * Routes for the sync log at the user's remote. The host encrypts and transfers; the page reads and writes the
 * contents.
 */
export function syncRoutes({ sync, windows }: HostServices): Route[] {
  return [
    {
      path: '/api/sync',
      methods: {
        GET: async () => json(await sync.state()),
        POST: async ({ request }) => {
          const given = await readJson(request, JoinSync);
          windows.answering(request);
          return json(await sync.join(given));
        },
        DELETE: async () => json(await sync.leave()),
      },
    },
    {
      path: '/api/sync/address',
      methods: {
        POST: async ({ request }) => json({ address: sync.addressOf(await readJson(request, SyncRemote)) }),
      },
    },
    {
      path: '/api/sync/list',
      methods: {
        POST: async ({ request }) =>
          json({ logs: await sync.logs(await readJson(request, z.record(Device, z.number().int().nonnegative()))) }),
      },
    },
    {
      path: '/api/sync/logs/:device/:counter',
      methods: {
        GET: async (call) =>
          json({ text: await sync.read(part(Device, call, 'device'), part(Count, call, 'counter')) }),
        PUT: async (call) => {
          const [device, counter] = [part(Device, call, 'device'), part(Count, call, 'counter')];
          const { text } = await readJson(call.request, z.object({ text: z.string() }), MAX_TEXT_LENGTH);
          return json({ created: await sync.write(device, counter, text) });
        },
      },
    },
    {
      path: '/api/sync/blobs/:hash',
      methods: { GET: async (call) => json({ of: await sync.blobParts(part(Hash, call, 'hash')) }) },
    },
    {
      path: '/api/sync/blobs/:hash/:part/:of',
      methods: {
        GET: async (call) => {
          const bytes = await sync.readBlob(part(Hash, call, 'hash'), part(Count, call, 'part'));
          return new Response(Uint8Array.from(bytes), { headers: { 'content-type': 'application/octet-stream' } });
        },
        PUT: async (call) => {
          if (call.request.headers.get('content-type') !== 'application/octet-stream')
            throw new HostError('unsupported_media_type');
          const bytes = await readBytes(call.request, BLOB_PART_BYTES);
          await sync.writeBlob(part(Hash, call, 'hash'), part(Count, call, 'part'), part(Count, call, 'of'), bytes);
          return noContent();
        },
      },
    },
  ];
}
