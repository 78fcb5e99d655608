import type { HostParts } from './parts.ts';
import { type Route, json } from '../base/route.ts';

export function pingRoutes({ deps }: HostParts): Route[] {
  return [{ path: '/api/ping', methods: { GET: () => json({ ok: true, version: deps.version, mount: deps.mount }) } }];
}
