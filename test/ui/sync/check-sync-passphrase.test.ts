import { describe, expect, it } from 'vitest';
import { checkSyncPassphrase } from '#ui/sync/check-sync-passphrase.ts';

describe('a passphrase to sync with', () => {
  it.each([
    ['garden window', null],
    ['호두나무 아래에서 만나는 봄', null],
    ['73914826059173648205', null],
    ['elevenchars', 'tooShort'],
    ['aaaaaaaaaaaaaaaa', 'tooPlain'],
    ['abababababab', 'tooPlain'],
    ['password1234', 'tooPlain'],
    ['passwordpassword', 'tooPlain'],
    ['qwerty123456', 'tooPlain'],
    ['290119852911', 'tooPlain'],
  ] as const)('%s: %s', (passphrase, problem) => {
    expect(checkSyncPassphrase(passphrase, passphrase)).toBe(problem);
  });

  it('is the same both times', () => {
    expect(checkSyncPassphrase('garden window', 'garden widow')).toBe('differs');
  });
});
