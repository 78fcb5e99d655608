import { MIN_SCORE, scoreOf } from './passphrase-strength.ts';

export type PassphraseProblem = 'tooShort' | 'tooPlain' | 'differs';

/** Minimum characters. The limit for a file is the host's own (contract/secrets.ts). */
export const MIN_LENGTH = { file: 8, place: 12 } as const;

/** What is wrong with a new passphrase for a key file or a sync remote; `null` when it is fine. */
export async function checkPassphrase(
  use: 'file' | 'place',
  passphrase: string,
  again: string,
): Promise<PassphraseProblem | null> {
  if (passphrase.length < MIN_LENGTH[use]) return 'tooShort';
  if ((await scoreOf(passphrase)) < MIN_SCORE[use]) return 'tooPlain';
  return passphrase === again ? null : 'differs';
}
