import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Task, drive } from './drive.ts';

/*
 * The official conformance suite of MCP, its client scenarios, against all of Baton except its screen: the suite's
 * servers on one side, the real host and the page's client on the other.
 */

const RELAY = fileURLToPath(new URL('relay.mjs', import.meta.url));
const STABLE = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));
const NEXT = fileURLToPath(import.meta.resolve('mcp-conformance-next/dist/index.js'));

/** The suite gives a client 30 s; on a busy machine its own start adds to that. */
const LIMIT_MS = 55_000;

const Checks = z.array(z.looseObject({ id: z.string(), status: z.string() }));

let out: string;
let driver: string;
const server = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk: Buffer) => (text += chunk.toString()));
  request.on('end', () => {
    drive(Task.parse(JSON.parse(text))).then(
      () => response.end(),
      (error: unknown) => {
        response.statusCode = 500;
        response.end(String(error));
      },
    );
  });
});

beforeAll(async () => {
  out = mkdtempSync(join(tmpdir(), 'mcp-conformance-'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  driver = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(out, { recursive: true, force: true });
});

/** Ids of the failed checks of a scenario; `none` when there was no check at all. */
async function failures(suite: string, scenario: string): Promise<string[]> {
  const folder = mkdtempSync(join(out, 'run-'));
  const ran = promisify(execFile)(
    process.execPath,
    [suite, 'client', '--command', `"${process.execPath}" "${RELAY}"`, '--scenario', scenario, '-o', folder],
    { env: { ...process.env, BATON_DRIVER: driver }, timeout: LIMIT_MS },
  );
  // It exits with 1 if a check failed; its files say which.
  await ran.catch(() => undefined);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('checks.json'),
  );
  const checks = files.flatMap((name) => Checks.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))));
  const judged = checks.filter(({ status }) => status !== 'INFO');
  return judged.length === 0 ? ['none'] : judged.flatMap(({ id, status }) => (status === 'FAILURE' ? [id] : []));
}

/** Required by the revisions up to 2025-11-25, in the suite's stable version. */
const STABLE_PASS = [
  'initialize',
  'tools_call',
  'elicitation-sep1034-client-defaults',
  'sse-retry',
  'auth/metadata-default',
  'auth/metadata-var1',
  'auth/metadata-var2',
  'auth/metadata-var3',
  'auth/basic-cimd',
  'auth/scope-from-www-authenticate',
  'auth/scope-from-scopes-supported',
  'auth/scope-omitted-when-undefined',
  'auth/scope-step-up',
  'auth/scope-retry-limit',
  'auth/token-endpoint-auth-basic',
  'auth/token-endpoint-auth-post',
  'auth/token-endpoint-auth-none',
  'auth/pre-registration',
  'auth/2025-03-26-oauth-endpoint-fallback',
];

/** Of revision 2026-07-28, in the suite's newest version. */
const NEXT_PASS = [
  'tools_call',
  'request-metadata',
  'http-standard-headers',
  'http-custom-headers',
  'http-invalid-tool-headers',
  'sep-2322-client-request-state',
  'auth/scope-step-up',
  'auth/pre-registration',
  'auth/authorization-server-migration',
  'auth/resource-mismatch',
  'auth/offline-access-scope',
  'auth/offline-access-not-supported',
  'auth/iss-supported',
  'auth/iss-not-advertised',
  'auth/iss-supported-missing',
  'auth/iss-wrong-issuer',
  'auth/iss-unexpected',
  'auth/iss-normalized',
  'auth/metadata-issuer-mismatch',
];

/** What doesn't pass, on purpose or not yet. When a row starts to pass, move it up. */
const NOT: [version: string, scenario: string, reason: string][] = [
  [
    'stable',
    'auth/2025-03-26-oauth-metadata-backcompat',
    'its metadata name another issuer than their address, which RFC 8414 wants refused',
  ],
  ['stable', 'auth/client-credentials-basic', 'an extension for programs that act without a user'],
  ['stable', 'auth/cross-app-access-complete-flow', 'an extension for the identity provider of a company'],
  ['newest', 'json-schema-2020-12-preservation', 'it wants the schema sent back in a call, which no user does'],
];

describe('the conformance suite', () => {
  test.for(STABLE_PASS)('stable: %s', async (scenario) => {
    expect(await failures(STABLE, scenario)).toEqual([]);
  });

  test.for(NEXT_PASS)('newest: %s', async (scenario) => {
    expect(await failures(NEXT, scenario)).toEqual([]);
  });

  test.for(NOT)('%s: %s does not pass: %s', async ([version, scenario]) => {
    expect(await failures(version === 'stable' ? STABLE : NEXT, scenario)).not.toEqual([]);
  });
});
