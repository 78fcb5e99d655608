import { pageHeaders, secure } from './csp.ts';
import { type HostOptions, createHandler } from './create-handler.ts';
import type { HostDeps } from './base/deps.ts';
import { createGuard } from './guard.ts';
import { isDiskFull } from './base/private-file.ts';
import { HostError, problemResponse } from './base/problem.ts';
import { isPreviewPath } from './preview-frame.ts';
import type { PackageStore } from './updates/package-store.ts';

export interface Host {
  /** Never rejects. */
  fetch(request: Request): Promise<Response>;
  /** Number of windows that listen to events now; each has one stream. */
  windows(): number;
  /** The newer version that is ready: `waits` and `prepare` before the windows close, `install` after `close`; `stay` if they don't. */
  update: Pick<PackageStore, 'install' | 'prepare' | 'stay' | 'waits'>;
  /** Ends every run and every event stream; resolves when no MCP server is left. */
  close(): Promise<void>;
}

/** Baton's privileged side as one Fetch handler; the two mounts only pass requests to it. */
export function createHost(deps: HostDeps, options: HostOptions = {}): Host {
  const { parts, handle, preview } = createHandler(deps, options);
  const headers = pageHeaders(deps.origin);
  const guard = createGuard(deps);

  function fail(request: Request, thrown: unknown): Response {
    const { pathname } = new URL(request.url);
    const error = isDiskFull(thrown) ? new HostError('disk_full', undefined, { cause: thrown }) : thrown;
    if (error instanceof HostError) {
      if (error.code !== 'run_cancelled')
        deps.log.write('warn', 'refused', {
          code: error.code,
          method: request.method,
          path: pathname,
          cause: error.cause,
        });
      return problemResponse(error);
    }
    deps.log.write('error', 'failed', { method: request.method, path: pathname, error });
    return problemResponse(new HostError('internal', 'The log of this host says more.', { cause: error }));
  }

  return {
    async fetch(request) {
      try {
        if (parts.move.isFormer(request)) return secure(await parts.move.answer(request));
        guard(request);
        if (isPreviewPath(request)) {
          const frame = await preview(request);
          return secure(frame.response, frame.headers);
        }
        return secure(await handle(request), headers);
      } catch (error) {
        return secure(fail(request, error), headers);
      }
    },
    windows: () => parts.events.listeners,
    update: parts.updatePackage,
    async close() {
      parts.runs.abortAll();
      parts.events.close();
      parts.configuration.close();
      parts.updates.close();
      await parts.updatePackage.close();
      await parts.encryption.close();
      await parts.snapshots.close();
      await parts.journals.close();
      await parts.scripts.close();
      await parts.mcp.close();
      await parts.checkpoints.close();
      // After the calls, which end with their servers.
      await parts.leftRunning.close();
    },
  };
}
