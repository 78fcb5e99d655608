import { expect, it } from 'vitest';
import type { Vendor } from '#core/vendor.ts';
import type { SessionTarget } from '#storage/rows.ts';
import { sessionVendor } from '#ui/shared/vendors/session-vendor.ts';

const CONNECTIONS = [
  { id: 'anthropic', vendor: 'anthropic', practice: false },
  { id: 'practice-gemini', vendor: 'gemini', practice: true },
] as const;
const to = (connection: string): SessionTarget => ({ connection, model: 'm', thinking: 'off' });

it.each<[string, SessionTarget | null, Vendor | null, Vendor | null, boolean]>([
  ['is that of the composer, whoever answered last', to('practice-gemini'), 'openai', 'gemini', true],
  ['is never that of one vendor with the fill of another', to('anthropic'), 'gemini', 'anthropic', false],
  ['is that of the last answer in an imported conversation', null, 'gemini', 'gemini', false],
  ['is that of the last answer where the connection is gone', to('practice-gone'), 'openai', 'openai', false],
])('the mark of a conversation %s', (_, target, lastVendor, vendor, practice) => {
  expect(sessionVendor({ leafId: 'a', target, lastVendor }, CONNECTIONS)).toMatchObject({ vendor, practice });
});

it('a conversation in which nothing was said is with nobody yet', () => {
  const mark = sessionVendor({ leafId: null, target: to('anthropic'), lastVendor: null }, CONNECTIONS);
  expect(mark).toEqual({ vendor: null, practice: false });
});
