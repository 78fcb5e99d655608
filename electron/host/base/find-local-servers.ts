import type { LocalServer } from '#contract/local-servers.ts';
import { isObject, parseJson } from '#core/json.ts';
import type { HostDeps } from './deps.ts';
import { LOCAL_SERVER_TYPES, type AskServer, type LocalServerType } from './local-server-types.ts';
import { readBytes } from './read-body.ts';

/** A server that listens answers at once. Only one that hangs takes this long. */
const FIRST_ANSWER_MS = 500;
/** What it says about each of its models takes longer where it has many, or loads one. */
const ALL_ANSWERS_MS = 5_000;
const MAX_BYTES = 8 * 1024 * 1024;
const ADDRESSES = ['127.0.0.1', '[::1]'];

/** Ports by the id of a type, where they aren't the usual ones. */
export type LocalPorts = Readonly<Record<string, readonly number[]>>;

/**
 * Finds the model servers that run on this computer. Requests go to its own addresses only, without a key and without
 * anything the user wrote. After the time limits, what has answered counts: a model may lack its limits.
 */
export async function findLocalServers(
  deps: Pick<HostDeps, 'fetch' | 'clock'>,
  ports: LocalPorts,
): Promise<LocalServer[]> {
  const asked: { hasAnswered: boolean; end: AbortController }[] = [];
  const timers = [
    deps.clock.setTimeout(() => {
      for (const { hasAnswered, end } of asked) if (!hasAnswered) end.abort();
    }, FIRST_ANSWER_MS),
    deps.clock.setTimeout(() => {
      for (const { end } of asked) end.abort();
    }, ALL_ANSWERS_MS),
  ];

  async function read(request: Request): Promise<Record<string, unknown> | null> {
    const response = await deps.fetch(request, 'loopback');
    const value = response.ok ? parseJson(new TextDecoder().decode(await readBytes(response, MAX_BYTES))) : null;
    if (!response.ok) await response.body?.cancel();
    return isObject(value) ? value : null;
  }

  /** Whatever fails there, no model server answers there. */
  function askAt(origin: string): AskServer {
    const server = { hasAnswered: false, end: new AbortController() };
    asked.push(server);
    const { signal } = server.end;
    const late = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null)));
    return async (path, body) => {
      if (signal.aborted) return null;
      const posted = body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      };
      const request = new Request(`${origin}${path}`, { ...posted, signal, redirect: 'manual' });
      const answer = await Promise.race([read(request).catch(() => null), late]);
      if (answer) server.hasAnswered = true;
      return answer;
    };
  }

  /** A server that listens on both addresses is one server. */
  async function findAt(type: LocalServerType, port: number): Promise<LocalServer[]> {
    const answers = await Promise.all(
      ADDRESSES.map(async (address) => {
        const origin = `http://${address}:${port}`;
        return { origin, models: await type.listModels(askAt(origin)) };
      }),
    );
    const server = answers.find(({ models }) => models !== null);
    if (!server?.models) return [];
    const { label, vendor, protocol, base } = type;
    return [{ label, vendor, protocol, baseUrl: `${server.origin}${base}`, models: server.models }];
  }

  try {
    const found = await Promise.all(
      LOCAL_SERVER_TYPES.flatMap((type) => (ports[type.id] ?? [type.port]).map((port) => findAt(type, port))),
    );
    return found.flat();
  } finally {
    for (const timer of timers) deps.clock.clearTimeout(timer);
  }
}
