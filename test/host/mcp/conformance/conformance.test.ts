import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Task, drive } from './drive.ts';

/*
 * The official conformance suite of MCP, its client scenarios, against all of Baton except its screen: the suite's
 * servers on one side, the real host and the page's client on the other.
 */

const CLIENT = new URL('instead-of-client.mjs', import.meta.url).href;
const STABLE = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));
const NEXT = fileURLToPath(import.meta.resolve('mcp-conformance-next/dist/index.js'));

/** All scenarios wait for their turn from the start, which counts towards the limit. */
const LIMIT_MS = 120_000;

const Checks = z.array(z.looseObject({ id: z.string(), status: z.string() }));
type Checks = z.infer<typeof Checks>;

const CHECKS_FILE = /^(?<scenario>.+)-\d{4}-\d\d-\d\dT[\d-]+Z\/checks\.json$/;

/**
 * Runs all scenarios of the suite in one process, but drives only these, one after another: some measure time. Gives
 * the checks by scenario.
 */
async function runSuite(suite: string, scenarios: ReadonlySet<string>): Promise<ReadonlyMap<string, Checks>> {
  let before: Promise<unknown> = Promise.resolve();
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const task = Task.parse(JSON.parse(text));
      if (!scenarios.has(task.scenario)) {
        response.end();
        return;
      }
      before = before
        .then(() => drive(task))
        .then(
          () => response.end(),
          (error: unknown) => {
            response.statusCode = 500;
            response.end(String(error));
          },
        );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const driver = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const out = mkdtempSync(join(tmpdir(), 'mcp-conformance-'));
  try {
    const options = ['--command', 'client', '--suite', 'all', '--timeout', String(LIMIT_MS), '-o', out];
    // It exits with 1 if a check failed; its files say which.
    await promisify(execFile)(process.execPath, ['--import', CLIENT, suite, 'client', ...options], {
      env: { ...process.env, BATON_DRIVER: driver },
      timeout: LIMIT_MS,
      maxBuffer: Infinity,
    }).catch(() => undefined);
    const files = readdirSync(out, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
      const scenario = CHECKS_FILE.exec(name.replaceAll('\\', '/'))?.groups?.['scenario'];
      return scenario === undefined ? [] : [[scenario, join(out, name)] as const];
    });
    return new Map(files.map(([name, file]) => [name, Checks.parse(JSON.parse(readFileSync(file, 'utf8')))]));
  } finally {
    server.close();
    rmSync(out, { recursive: true, force: true });
  }
}

/** Ids of the failed checks of a scenario; `none` when there was no check at all. */
function failures(suite: ReadonlyMap<string, Checks>, scenario: string): string[] {
  const judged = (suite.get(scenario) ?? []).filter(({ status }) => status !== 'INFO');
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

const notOf = (version: string) => NOT.flatMap(([of, scenario]) => (of === version ? [scenario] : []));

describe('the conformance suite', () => {
  let stable: ReadonlyMap<string, Checks>;
  let newest: ReadonlyMap<string, Checks>;
  beforeAll(async () => {
    stable = await runSuite(STABLE, new Set([...STABLE_PASS, ...notOf('stable')]));
    newest = await runSuite(NEXT, new Set([...NEXT_PASS, ...notOf('newest')]));
  }, 2 * LIMIT_MS);

  test.for(STABLE_PASS)('stable: %s', (scenario) => {
    expect(failures(stable, scenario)).toEqual([]);
  });

  test.for(NEXT_PASS)('newest: %s', (scenario) => {
    expect(failures(newest, scenario)).toEqual([]);
  });

  test.for(NOT)('%s: %s does not pass: %s', ([version, scenario]) => {
    expect(failures(version === 'stable' ? stable : newest, scenario)).not.toEqual([]);
  });
});
