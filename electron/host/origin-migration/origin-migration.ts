import { randomBytes } from 'node:crypto';
import { APP_HEADER, APP_HEADER_VALUE } from '#contract/headers.ts';
import { type MoveBegun, MoveReport, type MoveState } from '#contract/origin-migration.ts';
import { FinishSnapshot, NewSnapshot, SNAPSHOT_PART_BYTES, type Snapshot } from '#contract/snapshot.ts';
import type { HostDeps } from '../base/deps.ts';
import { HostError } from '../base/problem.ts';
import { readBytes, readJson } from '../base/read-body.ts';
import { json, noContent } from '../base/route.ts';
import type { SnapshotStore } from '../snapshots/snapshot-store.ts';
import { needsMigration, markMigrated } from './moved-file.ts';

/**
 * Earlier builds served the page under `http://127.0.0.1:<port>`. Any program could use that origin while Baton was
 * closed, so a browser may hold another program's service worker or files for it. The page there therefore gets very
 * little: a path that can upload one snapshot, once and for a short time, and no hint of Baton's current address. It
 * returns through the browser's own history.
 */
export interface OriginMigration {
  state(): Promise<MoveState>;
  begin(): MoveBegun;
  /** The history has been migrated, or the user doesn't want it. */
  finish(): Promise<void>;
  /** Whether the request is for the former address; `answer` handles all of those. */
  isFormer(request: Request): boolean;
  /** Rejects with HostError. */
  answer(request: Request): Promise<Response>;
}

export interface HistoryMoveDeps extends Pick<HostDeps, 'home' | 'clock' | 'log' | 'formerOrigin' | 'newAddressText'> {
  snapshots: SnapshotStore;
  files: (request: Request) => Promise<Response>;
}

/** Long enough to read a large history between two parts. */
const IDLE_MS = 5 * 60_000;
const PATH = /^\/move\/([\w-]{43})(\/.*)$/;
const PART = /^\/api\/snapshots\/([^/]+)\/parts\/(\d{1,15})$/;
const ONE = /^\/api\/snapshots\/([^/]+)(\/finish)?$/;

interface Visit {
  secret: string;
  touchedAt: number;
  /** The upload in progress. */
  upload: string | null;
  sent: Snapshot | null;
  result: Extract<MoveState, { step: 'failed' | 'arrived' }> | null;
}

export function createOriginMigration(deps: HistoryMoveDeps): OriginMigration {
  const { clock, formerOrigin, home, log, newAddressText = '', snapshots } = deps;
  const former = formerOrigin === undefined ? null : new URL(formerOrigin);
  let visit: Visit | null = null;

  async function finish(): Promise<void> {
    visit = null;
    if (former) await markMigrated(home, Number(former.port));
  }

  function visitOf(secret: string | undefined): Visit {
    if (!visit || secret !== visit.secret || visit.result || clock.now() - visit.touchedAt > IDLE_MS)
      throw new HostError('not_found');
    visit.touchedAt = clock.now();
    return visit;
  }

  async function begin(current: Visit, request: Request): Promise<Response> {
    const given = await readJson(request, NewSnapshot);
    if (current.sent) throw new HostError('forbidden', 'The history has been sent.');
    // The answer to an earlier call was lost.
    if (current.upload !== null) await snapshots.remove(current.upload);
    const begun = await snapshots.begin({ ...given, reason: 'before-upgrade' });
    current.upload = begun.id;
    return json(begun, 201);
  }

  async function report(current: Visit, request: Request): Promise<Response> {
    const reported = await readJson(request, MoveReport);
    log.write('info', 'history-move', { outcome: reported.outcome });
    if (reported.outcome === 'empty') await finish();
    else if (reported.outcome === 'failed') current.result = { step: 'failed', detail: reported.detail };
    else {
      if (!current.sent?.counts) throw new HostError('bad_request', 'No snapshot has arrived.');
      const { id, counts } = current.sent;
      current.result = { step: 'arrived', snapshot: id, counts, missing: reported.missing, storage: reported.storage };
    }
    return noContent();
  }

  async function call(current: Visit, request: Request, path: string): Promise<Response> {
    const { headers, method } = request;
    if (headers.get(APP_HEADER) !== APP_HEADER_VALUE) throw new HostError('forbidden', `${APP_HEADER} is missing.`);
    if ((headers.get('sec-fetch-site') ?? 'same-origin') !== 'same-origin') throw new HostError('forbidden');
    if (path === '/api/snapshots' && method === 'POST') return begin(current, request);
    if (path === '/api/move/report' && method === 'POST') return report(current, request);
    const [, partOf, at] = PART.exec(path) ?? [];
    const [, one, end] = ONE.exec(path) ?? [];
    const id = partOf ?? one;
    // Only its own upload, nothing else in the folder.
    if (id === undefined || id !== current.upload) throw new HostError('not_found');
    if (at !== undefined && method === 'PUT')
      return json({ received: await snapshots.add(id, Number(at), await readBytes(request, SNAPSHOT_PART_BYTES)) });
    if (end !== undefined && method === 'POST') {
      current.sent = await snapshots.finish(id, await readJson(request, FinishSnapshot));
      return json(current.sent);
    }
    if (at === undefined && end === undefined && method === 'DELETE' && !current.sent) {
      await snapshots.remove(id);
      current.upload = null;
      return noContent();
    }
    throw new HostError('not_found');
  }

  /** Files too are served only under the secret path: the browser's cache for this origin may contain foreign files. */
  async function file(request: Request, path: string): Promise<Response> {
    const { method } = request;
    // Without the headers: the answer must be neither compressed nor "not modified".
    const answer = await deps.files(new Request(new URL(path === '/' ? '/move.html' : path, formerOrigin), { method }));
    const headers = { 'content-type': answer.headers.get('content-type') ?? '', 'cache-control': 'no-store' };
    return new Response(answer.body, { status: answer.status, headers });
  }

  return {
    async state() {
      if (!former || !(await needsMigration(home, Number(former.port)))) return { step: 'none' };
      return visit?.result ?? { step: visit ? 'open' : 'waiting' };
    },
    begin() {
      if (!former) throw new HostError('not_found');
      const secret = randomBytes(32).toString('base64url');
      visit = { secret, touchedAt: clock.now(), upload: null, sent: null, result: null };
      return { url: `${former.origin}/move/${secret}/` };
    },
    finish,
    isFormer: (request) => former !== null && request.headers.get('host') === former.host,
    async answer(request) {
      const url = new URL(request.url);
      const from = request.headers.get('origin');
      const [, secret, path = ''] = PATH.exec(url.pathname) ?? [];
      if (request.headers.has('service-worker') || (from !== null && from !== formerOrigin))
        throw new HostError('forbidden');
      if (url.host !== former?.host) throw new HostError('wrong_host');
      if (secret === undefined) {
        if (request.headers.get('sec-fetch-mode') !== 'navigate') throw new HostError('wrong_host');
        return new Response(newAddressText, { status: 421, headers: { 'content-type': 'text/plain; charset=utf-8' } });
      }
      const current = visitOf(secret);
      if (path.startsWith('/api/')) return call(current, request, path);
      if (request.method !== 'GET') throw new HostError('method_not_allowed');
      return file(request, path);
    },
  };
}
