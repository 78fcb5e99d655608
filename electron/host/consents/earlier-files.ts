import { join } from 'node:path';
import { z } from 'zod';
import { reasonText } from '#core/reasons.ts';
import { readText, renameToBackup, writePrivate } from '../base/private-file.ts';
import type { Consent } from './consent-store.ts';
import { feedConsent, folderConsent, ruleConsent, scriptConsent, serverConsent } from './subjects.ts';

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const Tools = z.record(z.string(), z.object({ hash: Hash, shown: z.string() })).nullable();
const Rule = z.object({
  server: z.string(),
  tool: z.string(),
  session: z.string().nullable(),
  definition: Hash,
  toolHash: Hash,
  at: z.number(),
});

type Earlier = Pick<Consent, 'kind' | 'subject' | 'facts' | 'at'>;

/** Files with unsealed consents of builds until November 2026. */
const FORMATS: Readonly<Record<string, (value: unknown, now: number) => Earlier[]>> = {
  'mcp-approvals.json': (value) => {
    const { servers, rules } = z
      .object({
        version: z.literal(1),
        servers: z.record(z.string(), z.object({ definition: Hash, at: z.number(), tools: Tools })),
        rules: z.array(Rule),
      })
      .parse(value);
    return [
      ...Object.entries(servers).map(([id, { at, ...facts }]) => ({ ...serverConsent(id, facts), at })),
      ...rules.map(({ at, ...rule }) => ({ ...ruleConsent(rule), at })),
    ];
  },
  'script-approvals.json': (value) => {
    const { agreed } = z.object({ version: z.literal(1), agreed: z.record(Hash, z.number()) }).parse(value);
    return Object.entries(agreed).map(([hash, at]) => ({ ...scriptConsent(hash), at }));
  },
  'mcp-folders.json': (value, now) => {
    const { sessions } = z
      .object({ version: z.literal(1), sessions: z.array(z.object({ id: z.string(), folders: z.array(z.string()) })) })
      .parse(value);
    return sessions.flatMap(({ id, folders }) => folders.map((path) => ({ ...folderConsent(id, path), at: now })));
  },
};

/** This file holds more than consents and stays without them. */
const UPDATES = 'updates.json';
const Updates = z.looseObject({ agreed: z.object({ feed: z.string(), at: z.number() }).nullable() });

export interface EarlierConsents {
  consents: Earlier[];
  warning: string | null;
  /** Called once the consents are stored elsewhere; renames the old files. */
  archiveSessions(): Promise<void>;
}

/** Reads the consents of an earlier version. None is valid before the user has confirmed it. */
export async function readEarlier(home: string, now: number): Promise<EarlierConsents> {
  const consents: Earlier[] = [];
  const away: (() => Promise<unknown>)[] = [];
  let warning: string | null = null;
  for (const [name, parse] of Object.entries(FORMATS)) {
    const file = join(home, name);
    const text = await readText(file);
    if (text === null) continue;
    try {
      consents.push(...parse(JSON.parse(text), now));
      away.push(() => renameToBackup(file, now));
    } catch {
      const backup = await renameToBackup(file, now);
      warning = reasonText('consents.unreadable', { backup: backup ?? '' });
    }
  }
  const updates = await readAgreed(join(home, UPDATES));
  if (updates) {
    const { agreed, ...rest } = updates;
    if (agreed) {
      consents.push({ ...feedConsent(agreed.feed), at: agreed.at });
      away.push(() => writePrivate(join(home, UPDATES), `${JSON.stringify({ ...rest, agreed: null }, null, 2)}\n`));
    }
  }
  return {
    consents,
    warning,
    async archiveSessions() {
      for (const move of away) await move();
    },
  };
}

/** The owner of the file reports its errors (updates/update-record.ts). */
async function readAgreed(file: string): Promise<z.infer<typeof Updates> | null> {
  const text = await readText(file);
  if (text === null) return null;
  try {
    return Updates.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
