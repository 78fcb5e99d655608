import type { CallBlock } from '../call-outcome.ts';

/** A tool port rejects with this when it ran nothing of a call because the user must do something first. */
export class CallBlockedError extends Error {
  readonly block: CallBlock;

  constructor(block: CallBlock) {
    super(blockedText(block));
    this.name = 'CallHeldError';
    this.block = block;
  }
}

const FIRST: Readonly<Record<CallBlock['why'], string>> = {
  review: 'this tool or its server has changed since the user approved it, and the user has to review it first',
  'sign-in': 'the user has to sign in to this server first',
};

/** For the model. */
export function blockedText({ why }: CallBlock): string {
  return `Not run: ${FIRST[why]}. Do not try to do the same in another way. Say what is missing; the user will tell you when to call again.`;
}
