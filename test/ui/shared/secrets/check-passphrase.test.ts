import { describe, expect, it } from 'vitest';
import { checkPassphrase } from '#ui/shared/secrets/check-passphrase.ts';

describe('a new passphrase', () => {
  it.each([
    ['garden window lantern', null, null],
    ['호두나무 아래에서 만나는 봄', null, null],
    ['73914826059173648205', null, null],
    ['garden window', null, 'tooPlain'],
    ['seven77', 'tooShort', 'tooShort'],
    ['elevenchars', null, 'tooShort'],
    ['aaaaaaaaaaaaaaaa', 'tooPlain', 'tooPlain'],
    ['abababababab', 'tooPlain', 'tooPlain'],
    ['password1234', 'tooPlain', 'tooPlain'],
    ['passwordpassword', 'tooPlain', 'tooPlain'],
    ['qwerty123456', 'tooPlain', 'tooPlain'],
    ['baton baton baton', 'tooPlain', 'tooPlain'],
    ['비밀번호비밀번호1234', 'tooPlain', 'tooPlain'],
  ] as const)('%s: %s for a file, %s for a place', async (passphrase, file, place) => {
    expect([
      await checkPassphrase('file', passphrase, passphrase),
      await checkPassphrase('place', passphrase, passphrase),
    ]).toEqual([file, place]);
  });

  it('is the same both times', async () => {
    expect(await checkPassphrase('place', 'garden window lantern', 'garden widow lantern')).toBe('differs');
  });
});
