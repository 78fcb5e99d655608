import { Hono } from 'hono';
import type { HostServices } from './routes/host-services.ts';
import { HostError, problemResponse } from './base/problem.ts';
import { configRoutes } from './routes/config.ts';
import { configurationRoutes } from './routes/configuration.ts';
import { consentRoutes } from './routes/consents.ts';
import { eventRoutes } from './routes/events.ts';
import { journalRoutes } from './routes/journals.ts';
import { orphanProcessRoutes } from './routes/orphan-processes.ts';
import { logRoutes } from './routes/logs.ts';
import { mcpCallRoutes } from './routes/mcp-calls.ts';
import { mcpServerRoutes } from './routes/mcp-servers.ts';
import { moveRoutes } from './routes/move.ts';
import { pingRoutes } from './routes/ping.ts';
import type { Route } from './base/route.ts';
import { runRoutes } from './routes/runs.ts';
import { scriptRoutes } from './routes/scripts.ts';
import { secretRoutes } from './routes/secrets.ts';
import { shellRoutes } from './routes/shell.ts';
import { snapshotRoutes } from './routes/snapshots.ts';
import { syncRoutes } from './routes/sync.ts';
import { updateRoutes } from './routes/updates.ts';
import { vendorRoutes } from './routes/vendors.ts';
import { windowRoutes } from './routes/windows.ts';
import { wireRoutes } from './routes/wire.ts';

/** All routes under /api. */
export function listRoutes(parts: HostServices): Route[] {
  return [
    pingRoutes,
    windowRoutes,
    eventRoutes,
    runRoutes,
    configRoutes,
    configurationRoutes,
    logRoutes,
    shellRoutes,
    secretRoutes,
    vendorRoutes,
    wireRoutes,
    mcpServerRoutes,
    mcpCallRoutes,
    scriptRoutes,
    consentRoutes,
    orphanProcessRoutes,
    updateRoutes,
    snapshotRoutes,
    moveRoutes,
    journalRoutes,
    syncRoutes,
  ].flatMap((routes) => routes(parts));
}

export function createApi(routes: readonly Route[]): Hono {
  const api = new Hono();
  for (const { path, methods } of routes) {
    const allow = Object.keys(methods).join(', ');
    const refuse = () => problemResponse(new HostError('method_not_allowed'), { allow });
    for (const [method, handle] of Object.entries(methods))
      api.on(method, path, ({ req }) =>
        // Hono answers HEAD with GET and drops the body without reading or cancelling it.
        req.raw.method === 'HEAD' ? refuse() : handle({ request: req.raw, param: (name) => req.param(name) ?? '' }),
      );
    api.all(path, refuse);
  }
  api.notFound(() => problemResponse(new HostError('not_found')));
  api.onError((error) => {
    throw error;
  });
  return api;
}
