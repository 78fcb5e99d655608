/** Google's documented placeholder for a thought signature that does not exist (G11). */
export const STAND_IN_SIGNATURE = 'skip_thought_signature_validator';

/** The same as a call carries it in Chat Completions (G13). */
export const STAND_IN_EXTRAS = JSON.stringify({ google: { thought_signature: STAND_IN_SIGNATURE } });
