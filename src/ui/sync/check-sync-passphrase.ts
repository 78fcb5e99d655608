export type SyncPassphraseProblem = 'tooShort' | 'tooPlain' | 'differs';

const SHORTEST = 12;
const COMMON = /(?:password|passphrase|qwerty|asdfgh|letmein|iloveyou|abcdef|123456|비밀번호|암호)/gi;

/**
 * Who has the place can try passphrases for as long as they like, so one that is tried first is refused: what is left
 * without the usual words must still be long and mixed enough.
 */
export function checkSyncPassphrase(passphrase: string, again: string): SyncPassphraseProblem | null {
  if (passphrase.length < SHORTEST) return 'tooShort';
  const left = passphrase.replaceAll(COMMON, '').toLowerCase();
  const kinds = new Set(left).size;
  if (left.length < 8 || kinds < 6 || (/^\d+$/.test(left) && left.length < 20)) return 'tooPlain';
  return passphrase === again ? null : 'differs';
}
