import { describe, expect, it } from 'vitest';
import { decideApproval } from '#core/agent/approval/decide-approval.ts';
import { NO_TAINT } from '#core/agent/tools/taint.ts';
import type { ToolFacts } from '#core/agent/tools/tool-facts.ts';
import { readRow } from '#storage/read-row.ts';
import { SessionRowSchema } from '#storage/row-schemas.ts';

/** A conversation as the build of November 22 wrote it, before there was a mode for edits. */
const OLD = `{"id":"0192f0a1-0000-7000-8000-000000000001","title":"Old","titleBy":"person","createdAt":1763800000000,
"updatedAt":1763800000000,"leafId":null,"lastSeq":0,"pinned":0,"deletedAt":0,"target":null,"system":"","lastVendor":null,
"cost":0,"tools":{"on":true,"mode":"MODE","off":["probe"],"autoContinue":false,"hinted":true}}`;

const facts = (kind: ToolFacts['kind']): ToolFacts => ({
  name: kind,
  server: 'files',
  label: 'Files',
  kind,
  definition: 'one',
  brings: null,
});

describe('a mode of an earlier build', () => {
  it.each([
    ['ask', { read: 'ask', network: 'ask', write: 'ask', execute: 'ask' }],
    ['auto', { read: 'allow', network: 'ask', write: 'ask', execute: 'ask' }],
    ['plan', { read: 'allow', network: 'ask', write: 'deny', execute: 'deny' }],
  ] as const)('%s is read as it was written and means what it meant', (mode, meant) => {
    const stored: unknown = JSON.parse(OLD.replace('MODE', mode));
    const row = readRow(SessionRowSchema, stored, { table: 'sessions', key: 'old' }, (bad) => {
      throw new Error(JSON.stringify(bad));
    });
    expect(row).toEqual(stored);
    const policy = { mode: row?.tools?.mode ?? 'plan', rules: new Map() };
    for (const [kind, verdict] of Object.entries(meant))
      expect(decideApproval(facts(kind as ToolFacts['kind']), policy, NO_TAINT, null).verdict).toBe(verdict);
  });
});
