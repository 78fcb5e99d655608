import { expect, it } from 'vitest';
import type { PracticeVendors } from '#practice/create-practice-vendors.ts';
import { type Json, post, type Reply } from './vendors.ts';

/** A request that follows a rule, and one that breaks only that rule. */
export interface RuleCase {
  rule: string;
  name: string;
  url: string;
  good: Json;
  bad: Json;
  status?: number;
  /** What the vendor says; part of the message is enough. */
  message: string;
  /** Fields of the error that a client may read. */
  error?: Json;
}

/** One test per case: the good request is answered, the bad one refused in the vendor's words and shape. */
export function checkCases(
  vendors: PracticeVendors,
  cases: readonly RuleCase[],
  read: (reply: Reply) => { message: string; error: Json },
): void {
  it.each(cases)('$rule: $name', async ({ url, good, bad, status = 400, message, error = {} }) => {
    const accepted = await post(vendors, url, good);
    expect(accepted.status === 200 ? 'accepted' : accepted.text).toBe('accepted');
    const refused = await post(vendors, url, bad);
    expect(refused.status).toBe(status);
    expect(read(refused).message).toContain(message);
    expect(read(refused).error).toMatchObject(error);
  });
}
