import type { CallHold } from '../call-outcome.ts';

/** A tool port rejects with it when nothing of a call was run because the user must do something first. */
export class CallHeldError extends Error {
  readonly hold: CallHold;

  constructor(hold: CallHold) {
    super(heldText(hold));
    this.name = 'CallHeldError';
    this.hold = hold;
  }
}

const FIRST: Readonly<Record<CallHold['why'], string>> = {
  review: 'this tool or its server has changed since the user approved it, and the user has to review it first',
  'sign-in': 'the user has to sign in to this server first',
};

/** For the model. */
export function heldText({ why }: CallHold): string {
  return `Not run: ${FIRST[why]}. Do not try to do the same in another way. Say what is missing; the user will tell you when to call again.`;
}
