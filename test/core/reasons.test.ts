import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type ReasonId, REASONS, readReason, reasonText } from '#core/reasons.ts';

const IDS = Object.keys(REASONS) as ReasonId[];
const placesOf = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);

/** What is inserted may be anything: other sentences, marks of a pattern, several lines. */
const INSERTED = ['127.0.0.1:4128', 'a (b) [c] $1 {{host}}', 'Stopped.', 'first line\nsecond line'];

describe('reasons', () => {
  it.each(INSERTED)('are found again with what was inserted: %j', (inserted) => {
    for (const id of IDS) {
      const values = Object.fromEntries(placesOf(REASONS[id]).map((name) => [name, inserted]));
      const say = reasonText as (of: ReasonId, given: Record<string, string>) => string;
      expect(readReason(say(id, values))).toEqual({ id, values });
    }
  });

  it('are nothing else: what a vendor or a server says stays a quotation', () => {
    for (const text of ['', 'Overloaded', 'It ended with exit code', 'Stopped. Really.', 'npm ERR! code E404'])
      expect(readReason(text)).toBeNull();
  });

  it('are written by the code', () => {
    const code = globSync(['electron/**/*.ts', 'src/**/*.{ts,tsx}'], {
      exclude: ['src/texts/**', 'src/core/reasons.ts'],
    })
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    const longest = (text: string) =>
      text.split(/\{\{\w+\}\}/).reduce((most, piece) => (piece.length > most.length ? piece : most), '');
    const unused = IDS.filter((id) => !code.includes(`'${id}'`) && !code.includes(longest(REASONS[id])));
    expect(unused).toEqual([]);
  });
});

// A sentence that stands in the code instead of the table is one that no page can say in its language.
describe('the host', () => {
  /** Seen by nobody who uses the page as it is: calls that only a defect or another program makes. */
  const UNSEEN = new Set(['forbidden', 'wrong_host', 'unauthorized', 'method_not_allowed', 'internal', 'not_found']);
  /** Their code has a text of its own (`useProblemMessage`, `problemOf`). */
  const BY_CODE =
    /^(secrets_|wrong_passphrase|folder_|approval_stale|unknown_|sync_|snapshot_|disk_full|payload_too_large|unsupported_media_type|path_not_allowed)/;
  const ALLOWED = new Set([
    'The body is not JSON.',
    'No snapshot has arrived.',
    'That is no snapshot.',
    'Only the desktop app can open the keychain.',
    'These are not the bytes of this hash.',
    'There is no keychain of the operating system in browser mode.',
    'There is nothing locked here.',
    'A request of this id is under way.',
    'That is not the address of a file.',
    'The address is not well-formed.',
    'A call outside the sandbox is allowed once.',
    'This rule is not made of this command.',
    '${wrong.key}: ${wrong.detail ?? wrong.code}',
  ]);

  it('gives its reasons from the table', () => {
    const loose = globSync('electron/host/**/*.ts').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/new HostError\(\s*'(\w+)',\s*(['"`])((?:(?!\2).)+)\2/gs)]
        .filter(([, code = '']) => !UNSEEN.has(code) && !BY_CODE.test(code))
        .map(([, , , text = '']) => text)
        .filter((text) => !ALLOWED.has(text)),
    );
    expect(loose).toEqual([]);
  });
});
