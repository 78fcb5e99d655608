export type PassphraseProblem = 'tooShort' | 'differs';

/** The host's own limit (contract/secrets.ts). */
export const MIN_PASSPHRASE = 8;

export function checkPassphrase(passphrase: string, again: string): PassphraseProblem | null {
  if (passphrase.length < MIN_PASSPHRASE) return 'tooShort';
  return passphrase === again ? null : 'differs';
}
