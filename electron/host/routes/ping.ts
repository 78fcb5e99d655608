import type { HostServices } from './host-services.ts';
import { type Route, json } from '../base/route.ts';

export function pingRoutes({ deps }: HostServices): Route[] {
  return [{ path: '/api/ping', methods: { GET: () => json({ ok: true, version: deps.version, mount: deps.mount }) } }];
}
